//! Which functions of a linked module lead to which: by calls, by addresses that they take, and by tables of addresses in memory
//! that they mention.
//!
//! A linked module does not say any more which number in its memory is the address of a function. The linker does, if it is asked
//! to leave its notes (`--emit-relocs`): for every place in code and data, which function or piece of data is meant. So this is
//! exact where names would be a guess: the compiler merges functions that are alike, and the name of one of them remains.

#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "the parts of a module are many, and only some of them are of interest"
)]

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use wasmparser::{
    BinaryReaderError, ExternalKind, KnownCustom, Linking, Name, Operator, Parser, Payload, RelocationEntry,
    RelocationType, SymbolInfo, TypeRef,
};

/// A function or a piece of data.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Node {
    Function(u32),
    Data(u32),
}

/// What leads where.
#[derive(Default)]
pub(crate) struct Graph {
    leads: BTreeMap<Node, BTreeSet<Node>>,
    /// What scripts call, by name.
    pub(crate) exports: BTreeMap<String, u32>,
    names: BTreeMap<u32, String>,
}

/// A linked module while it is read.
#[derive(Default)]
struct Linked {
    imports: u32,
    /// Where the contents of a section begin, by its number.
    sections: Vec<usize>,
    code: u32,
    data: u32,
    /// Where functions are.
    bodies: Vec<Range<usize>>,
    /// Where segments of data begin.
    segments: Vec<usize>,
    /// What the linker calls by number, if it is a function or data.
    symbols: Vec<Option<Node>>,
    /// Where pieces of data are, by the number of the symbol.
    pieces: Vec<(Range<usize>, u32)>,
    notes: Vec<(u32, RelocationEntry)>,
}

impl Linked {
    fn read(module: &[u8], graph: &mut Graph) -> Result<Self, BinaryReaderError> {
        let mut linked = Self::default();
        let mut defined = Vec::new();
        for payload in Parser::new(0).parse_all(module) {
            let payload = payload?;
            if let Some((_, range)) = payload.as_section() {
                linked.sections.push(range.start);
            }
            let number = linked.sections.len().wrapping_sub(1) as u32;
            match payload {
                Payload::ImportSection(section) => {
                    for import in section.into_imports() {
                        linked.imports += u32::from(matches!(import?.ty, TypeRef::Func(_)));
                    }
                }
                Payload::ExportSection(section) => {
                    for export in section {
                        let export = export?;
                        if export.kind == ExternalKind::Func {
                            graph.exports.insert(export.name.to_owned(), export.index);
                        }
                    }
                }
                Payload::CodeSectionStart { .. } => linked.code = number,
                Payload::CodeSectionEntry(body) => {
                    let function = Node::Function(linked.imports + linked.bodies.len() as u32);
                    for operator in body.get_operators_reader()? {
                        if let Operator::Call { function_index } = operator? {
                            graph.lead(function, Node::Function(function_index));
                        }
                    }
                    linked.bodies.push(body.range());
                }
                Payload::DataSection(section) => {
                    linked.data = number;
                    for segment in section {
                        let segment = segment?;
                        linked.segments.push(segment.range.end - segment.data.len());
                    }
                }
                Payload::CustomSection(section) => match section.as_known() {
                    KnownCustom::Name(names) => {
                        for name in names {
                            let Name::Function(functions) = name? else { continue };
                            for function in functions {
                                let function = function?;
                                graph.names.insert(function.index, function.name.to_owned());
                            }
                        }
                    }
                    KnownCustom::Linking(linking) => {
                        for part in linking {
                            let Linking::SymbolTable(symbols) = part? else { continue };
                            for symbol in symbols {
                                defined.push(symbol?);
                            }
                        }
                    }
                    KnownCustom::Reloc(notes) => {
                        for note in notes.entries() {
                            linked.notes.push((notes.section_index(), note?));
                        }
                    }
                    _ => {}
                },
                _ => {}
            }
        }
        for (number, symbol) in (0..).zip(defined) {
            linked.symbols.push(match symbol {
                SymbolInfo::Func { index, .. } => Some(Node::Function(index)),
                SymbolInfo::Data { symbol: Some(place), .. } => {
                    let start = linked.segments[place.index as usize] + place.offset as usize;
                    linked.pieces.push((start..start + place.size as usize, number));
                    Some(Node::Data(number))
                }
                _ => None,
            });
        }
        linked.pieces.sort_by_key(|(range, _)| (range.start, range.end));
        Ok(linked)
    }

    /// Whose place this is.
    fn owners(&self, section: u32, at: usize) -> Vec<Node> {
        if section == self.code {
            let found = self.bodies.partition_point(|body| body.end <= at);
            return vec![Node::Function(self.imports + found as u32)];
        }
        // Pieces may be one in the other, and several may be at the same place.
        let last = self.pieces.partition_point(|(range, _)| range.start <= at);
        let owners = self.pieces[..last].iter().rev().take(64).filter(|(range, _)| range.contains(&at));
        owners.map(|&(_, number)| Node::Data(number)).collect()
    }
}

/// Whether a note is about the address of a function or of data.
const fn is_address(note: RelocationType) -> bool {
    use RelocationType as Is;
    matches!(
        note,
        Is::TableIndexSleb
            | Is::TableIndexI32
            | Is::TableIndexRelSleb
            | Is::MemoryAddrLeb
            | Is::MemoryAddrSleb
            | Is::MemoryAddrI32
            | Is::MemoryAddrRelSleb
    )
}

impl Graph {
    fn lead(&mut self, from: Node, to: Node) {
        self.leads.entry(from).or_default().insert(to);
    }

    /// Reads what leads where in a module that still has the notes of its linker.
    pub(crate) fn of(module: &[u8]) -> Self {
        let mut graph = Self::default();
        let linked = Linked::read(module, &mut graph)
            .unwrap_or_else(|error| panic!("a linked module can be read: {error}"));
        assert!(!linked.notes.is_empty(), "the linker has left no notes");
        let mut nobodys = Vec::new();
        for (section, note) in &linked.notes {
            if *section != linked.code && *section != linked.data {
                continue; // for debuggers
            }
            if !is_address(note.ty) {
                continue;
            }
            let Some(to) = linked.symbols[note.index as usize] else { continue };
            let at = linked.sections[*section as usize] + note.offset as usize;
            let owners = linked.owners(*section, at);
            if owners.is_empty() {
                nobodys.push(to);
            }
            for from in owners {
                graph.lead(from, to);
            }
        }
        // What data mentions that nobody's name is on, everybody may find.
        graph.leads.entry(NOBODY).or_default().extend(nobodys);
        graph
    }

    /// The functions that one gets to from these without passing through those.
    pub(crate) fn reached(&self, from: impl IntoIterator<Item = Node>, but: &BTreeSet<u32>) -> BTreeSet<u32> {
        let mut waiting: Vec<Node> = from.into_iter().collect();
        let mut seen = BTreeSet::new();
        while let Some(node) = waiting.pop() {
            if matches!(node, Node::Function(function) if but.contains(&function)) || !seen.insert(node) {
                continue;
            }
            waiting.extend(self.leads.get(&node).into_iter().flatten());
        }
        let functions = seen.into_iter().filter_map(|node| match node {
            Node::Function(function) => Some(function),
            Node::Data(_) => None,
        });
        functions.collect()
    }

    /// All functions with a name.
    pub(crate) fn names(&self) -> impl Iterator<Item = (u32, &str)> {
        self.names.iter().map(|(&function, name)| (function, name.as_str()))
    }

    pub(crate) fn name(&self, function: u32) -> Option<&str> {
        self.names.get(&function).map(String::as_str)
    }
}

/// The owner of data without a name: whoever looks may find what it mentions.
pub(crate) const NOBODY: Node = Node::Data(u32::MAX);
