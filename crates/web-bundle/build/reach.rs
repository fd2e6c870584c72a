//! The reference graph of a linked module: which functions and data a function can reach by calls, by addresses that it takes, and
//! through tables of addresses in memory.
//!
//! In a linked module an address is a plain number. The relocations that `--emit-relocs` keeps tell which function or data every
//! such number refers to. That is exact; names alone are not, since the compiler merges identical functions and keeps only one of
//! their names.

#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "only a few of the many kinds of sections and symbols matter here"
)]

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use wasmparser::{
    BinaryReaderError, ExternalKind, KnownCustom, Linking, Name, Operator, Parser, Payload, RelocationEntry,
    RelocationType, SymbolInfo, TypeRef,
};

/// A function, or a data symbol.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Node {
    Function(u32),
    Data(u32),
}

/// The reference graph.
#[derive(Default)]
pub(crate) struct Graph {
    edges: BTreeMap<Node, BTreeSet<Node>>,
    /// Exported functions by name.
    pub(crate) exports: BTreeMap<String, u32>,
    names: BTreeMap<u32, String>,
}

/// The sections of a linked module.
#[derive(Default)]
struct Linked {
    imports: u32,
    /// The start of each section's content.
    sections: Vec<usize>,
    /// The numbers of the code and the data section.
    code: u32,
    data: u32,
    /// The ranges of function bodies.
    bodies: Vec<Range<usize>>,
    /// The starts of data segments.
    segments: Vec<usize>,
    /// Symbols by number; none for other kinds than functions and data.
    symbols: Vec<Option<Node>>,
    /// The ranges of data symbols, with their symbol numbers.
    data_symbols: Vec<(Range<usize>, u32)>,
    /// Relocations with the number of their section.
    relocations: Vec<(u32, RelocationEntry)>,
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
                            graph.add_edge(function, Node::Function(function_index));
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
                    KnownCustom::Reloc(section) => {
                        for relocation in section.entries() {
                            linked.relocations.push((section.section_index(), relocation?));
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
                SymbolInfo::Data { symbol: Some(definition), .. } => {
                    let start = linked.segments[definition.index as usize] + definition.offset as usize;
                    linked.data_symbols.push((start..start + definition.size as usize, number));
                    Some(Node::Data(number))
                }
                _ => None,
            });
        }
        linked.data_symbols.sort_by_key(|(range, _)| (range.start, range.end));
        Ok(linked)
    }

    /// The function or the data symbols that contain a position.
    fn owners(&self, section: u32, at: usize) -> Vec<Node> {
        if section == self.code {
            let found = self.bodies.partition_point(|body| body.end <= at);
            return vec![Node::Function(self.imports + found as u32)];
        }
        // Data symbols may be nested or share a position.
        let last = self.data_symbols.partition_point(|(range, _)| range.start <= at);
        let owners = self.data_symbols[..last].iter().rev().take(64).filter(|(range, _)| range.contains(&at));
        owners.map(|&(_, number)| Node::Data(number)).collect()
    }
}

/// Whether a relocation is for the address of a function or of data.
const fn is_address(kind: RelocationType) -> bool {
    use RelocationType as Is;
    matches!(
        kind,
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
    fn add_edge(&mut self, from: Node, to: Node) {
        self.edges.entry(from).or_default().insert(to);
    }

    /// Reads the graph of a module that still has its relocations.
    pub(crate) fn of(module: &[u8]) -> Self {
        let mut graph = Self::default();
        let linked = Linked::read(module, &mut graph)
            .unwrap_or_else(|error| panic!("the linked module is invalid: {error}"));
        assert!(!linked.relocations.is_empty(), "the module has no relocations");
        let mut unowned = Vec::new();
        for (section, relocation) in &linked.relocations {
            if *section != linked.code && *section != linked.data {
                continue; // debug information
            }
            if !is_address(relocation.ty) {
                continue;
            }
            let Some(to) = linked.symbols[relocation.index as usize] else { continue };
            let at = linked.sections[*section as usize] + relocation.offset as usize;
            let owners = linked.owners(*section, at);
            if owners.is_empty() {
                unowned.push(to);
            }
            for from in owners {
                graph.add_edge(from, to);
            }
        }
        // Any code may read data without a symbol, so its references count as reachable.
        graph.edges.entry(NOBODY).or_default().extend(unowned);
        graph
    }

    /// The functions that are reachable from `from` without passing through `but`.
    pub(crate) fn reached(&self, from: impl IntoIterator<Item = Node>, but: &BTreeSet<u32>) -> BTreeSet<u32> {
        let mut waiting: Vec<Node> = from.into_iter().collect();
        let mut seen = BTreeSet::new();
        while let Some(node) = waiting.pop() {
            if matches!(node, Node::Function(function) if but.contains(&function)) || !seen.insert(node) {
                continue;
            }
            waiting.extend(self.edges.get(&node).into_iter().flatten());
        }
        let functions = seen.into_iter().filter_map(|node| match node {
            Node::Function(function) => Some(function),
            Node::Data(_) => None,
        });
        functions.collect()
    }

    /// All functions that have a name.
    pub(crate) fn names(&self) -> impl Iterator<Item = (u32, &str)> {
        self.names.iter().map(|(&function, name)| (function, name.as_str()))
    }

    /// The name of a function.
    pub(crate) fn name(&self, function: u32) -> Option<&str> {
        self.names.get(&function).map(String::as_str)
    }
}

/// The owner of data without a symbol. Its references count as reachable from everywhere.
pub(crate) const NOBODY: Node = Node::Data(u32::MAX);
