//! One module as two: what the page needs, and what only a table without a server needs besides, which is its worker's.
//!
//! The page starts while the second part is still on its way. Both parts work on the same memory, tables and globals; the second
//! calls into the first by imports, and the first calls into the second only through places in the table of functions, which the
//! second fills when it is there. A function goes to the second part if nothing on the page can reach it: by calls, starting at
//! what scripts call on the page and at every function whose address is taken, but for those of the crates below. Values of their
//! types are made in the worker alone, so nobody on the page can have such an address.

#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "the parts of a module are many, and only some of them are of interest"
)]

use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;

use wasm_encoder::reencode::{Error, Reencode, utils};
use wasm_encoder::{
    CodeSection, ConstExpr, DataCountSection, DataSection, ElementSection, Elements, EntityType, ExportKind,
    ExportSection, Function, FunctionSection, GlobalSection, ImportSection, Instruction, MemorySection,
    Module, StartSection, TableSection, TableType, TypeSection,
};
use wasmparser::{
    ElementItems, ElementKind, Export, ExternalKind, FunctionBody, Global, KnownCustom, MemoryType, Name,
    Operator, Parser, Payload, TypeRef,
};

/// What scripts call in the worker is named so.
const WORKER: &str = "worker_";
/// Crates, as they stand in the names of functions, of which nothing runs on the page.
const WORKERS_CRATES: [&str; 4] = ["mazzo_room", "mazzo_bots", "mazzo_parlour", "mazzo_page6worker"];

/// Both parts.
pub(crate) struct Parts {
    pub(crate) page: Vec<u8>,
    pub(crate) worker: Vec<u8>,
}

/// What is of interest in a module.
#[derive(Default)]
struct Parsed<'a> {
    /// The type of every function, imported ones first.
    types: Vec<u32>,
    /// How many of them are imported.
    imports: u32,
    /// Of every type of a function, how many values it takes.
    arity: Vec<u32>,
    bodies: Vec<FunctionBody<'a>>,
    /// By function, whom it calls.
    calls: Vec<Vec<u32>>,
    tables: Vec<wasmparser::TableType>,
    memories: Vec<MemoryType>,
    globals: Vec<Global<'a>>,
    exports: Vec<Export<'a>>,
    /// The functions in the table, and the place of the first.
    taken: Vec<u32>,
    first: u32,
    names: BTreeMap<u32, &'a str>,
}

type Read<T> = Result<T, Error<Infallible>>;

fn parse(module: &[u8]) -> Read<Parsed<'_>> {
    let mut parsed = Parsed::default();
    for payload in Parser::new(0).parse_all(module) {
        match payload? {
            Payload::TypeSection(section) => {
                for group in section {
                    for kind in group?.into_types() {
                        parsed.arity.push(kind.unwrap_func().params().len() as u32);
                    }
                }
            }
            Payload::ImportSection(section) => {
                for import in section.into_imports() {
                    match import?.ty {
                        TypeRef::Func(kind) => parsed.types.push(kind),
                        other => panic!("a module of ours imports no {other:?}"),
                    }
                }
                parsed.imports = parsed.types.len() as u32;
            }
            Payload::FunctionSection(section) => {
                for kind in section {
                    parsed.types.push(kind?);
                }
            }
            Payload::TableSection(section) => {
                for table in section {
                    parsed.tables.push(table?.ty);
                }
            }
            Payload::MemorySection(section) => {
                for memory in section {
                    parsed.memories.push(memory?);
                }
            }
            Payload::GlobalSection(section) => {
                for global in section {
                    parsed.globals.push(global?);
                }
            }
            Payload::ExportSection(section) => {
                for export in section {
                    parsed.exports.push(export?);
                }
            }
            Payload::ElementSection(section) => {
                for element in section {
                    let element = element?;
                    let (
                        ElementKind::Active { table_index: None | Some(0), offset_expr },
                        ElementItems::Functions(functions),
                    ) = (element.kind, element.items)
                    else {
                        panic!("a module of ours has functions in its first table alone");
                    };
                    assert!(parsed.taken.is_empty(), "and they are in one piece");
                    let Operator::I32Const { value } = offset_expr.get_operators_reader().read()? else {
                        panic!("whose place is a number");
                    };
                    parsed.first = value.cast_unsigned();
                    for function in functions {
                        parsed.taken.push(function?);
                    }
                }
            }
            Payload::CodeSectionEntry(body) => {
                let mut calls = Vec::new();
                for operator in body.get_operators_reader()? {
                    match operator? {
                        Operator::Call { function_index } | Operator::ReturnCall { function_index } => {
                            calls.push(function_index);
                        }
                        Operator::RefFunc { .. } => {
                            panic!("a module of ours takes addresses in its table alone")
                        }
                        _ => {}
                    }
                }
                parsed.calls.push(calls);
                parsed.bodies.push(body);
            }
            Payload::CustomSection(section) => {
                let KnownCustom::Name(names) = section.as_known() else { continue };
                for name in names {
                    let Name::Function(functions) = name? else { continue };
                    for function in functions {
                        let function = function?;
                        parsed.names.insert(function.index, function.name);
                    }
                }
            }
            _ => {}
        }
    }
    Ok(parsed)
}

impl Parsed<'_> {
    fn is_workers(&self, function: u32) -> bool {
        let name = self.names.get(&function).copied().unwrap_or_default();
        WORKERS_CRATES.iter().any(|part| name.contains(part))
    }

    fn is_own(&self, function: u32) -> bool {
        function >= self.imports
    }

    /// What scripts call in the worker.
    fn workers_exports(&self) -> impl Iterator<Item = &Export<'_>> {
        self.exports
            .iter()
            .filter(|export| export.kind == ExternalKind::Func && export.name.starts_with(WORKER))
    }

    /// Own functions that nothing on the page can reach.
    fn left_out(&self) -> BTreeSet<u32> {
        assert!(!self.names.is_empty(), "without names nobody knows what is the worker's");
        let scripts = self.exports.iter().filter(|export| export.kind == ExternalKind::Func);
        let scripts = scripts.filter(|export| !export.name.starts_with(WORKER)).map(|export| export.index);
        let taken = self.taken.iter().copied().filter(|&function| !self.is_workers(function));
        let mut waiting: Vec<u32> = scripts.chain(taken).collect();
        let mut reached = BTreeSet::new();
        while let Some(function) = waiting.pop() {
            if self.is_own(function) && reached.insert(function) {
                waiting.extend(&self.calls[(function - self.imports) as usize]);
            }
        }
        (self.imports..self.types.len() as u32).filter(|function| !reached.contains(function)).collect()
    }
}

/// Functions by their old numbers, and which number each has in this part.
struct Part(BTreeMap<u32, u32>);

impl Reencode for Part {
    type Error = Infallible;

    fn function_index(&mut self, function: u32) -> Read<u32> {
        Ok(self.0[&function])
    }
}

/// A short name for something that one part has from the other.
fn short(kind: char, index: u32) -> String {
    format!("{kind}{index}")
}

fn code(part: &mut Part, parsed: &Parsed<'_>, functions: &[u32], out: &mut CodeSection) -> Read<()> {
    for function in functions {
        utils::parse_function_body(part, out, parsed.bodies[(function - parsed.imports) as usize].clone())?;
    }
    Ok(())
}

/// A function that hands on what it was given to what is in the table at this place.
fn hand_on(parsed: &Parsed<'_>, kind: u32, place: u32) -> Function {
    let mut body = Function::new([]);
    for local in 0..parsed.arity[kind as usize] {
        body.instruction(&Instruction::LocalGet(local));
    }
    body.instruction(&Instruction::I32Const(place.cast_signed()));
    body.instruction(&Instruction::CallIndirect { type_index: kind, table_index: 0 });
    body.instruction(&Instruction::End);
    body
}

/// The first part.
fn page(
    module: &[u8],
    parsed: &Parsed<'_>,
    left_out: &BTreeSet<u32>,
    shared: &BTreeSet<u32>,
) -> Read<Vec<u8>> {
    let kept: Vec<u32> =
        (parsed.imports..parsed.types.len() as u32).filter(|function| !left_out.contains(function)).collect();
    let mut part = Part((0..parsed.imports).map(|import| (import, import)).collect());
    part.0.extend(kept.iter().zip(parsed.imports..).map(|(&old, new)| (old, new)));
    // After them: what scripts call in the worker, handed on; and what is in the table before the second part is there.
    let workers: Vec<u32> = parsed.workers_exports().map(|export| export.index).collect();
    let first_stub = parsed.imports + kept.len() as u32;
    let nothing = first_stub + workers.len() as u32;
    let mut empty = Part(part.0.clone());
    empty.0.extend(left_out.iter().map(|&function| (function, nothing)));
    let mut stubs = Part(part.0.clone());
    stubs.0.extend(workers.iter().zip(first_stub..).map(|(&old, new)| (old, new)));
    let first_place = parsed.first + parsed.taken.len() as u32;
    let mut out = Module::new();
    for payload in Parser::new(0).parse_all(module) {
        match payload? {
            Payload::TypeSection(section) => {
                let mut new = TypeSection::new();
                part.parse_type_section(&mut new, section)?;
                out.section(&new);
            }
            Payload::ImportSection(section) => {
                let mut new = ImportSection::new();
                part.parse_import_section(&mut new, section)?;
                out.section(&new);
            }
            Payload::FunctionSection(_) => {
                let mut new = FunctionSection::new();
                for function in kept.iter().chain(&workers).chain(kept.first()) {
                    new.function(parsed.types[*function as usize]);
                }
                out.section(&new);
            }
            Payload::TableSection(_) => {
                let mut new = TableSection::new();
                for (index, &table) in parsed.tables.iter().enumerate() {
                    let mut table: TableType = part.table_type(table)?;
                    if index == 0 {
                        let more = workers.len() as u64;
                        table.minimum += more;
                        table.maximum = table.maximum.map(|most| most + more);
                    }
                    new.table(table);
                }
                out.section(&new);
            }
            Payload::MemorySection(section) => {
                let mut new = MemorySection::new();
                part.parse_memory_section(&mut new, section)?;
                out.section(&new);
            }
            Payload::GlobalSection(section) => {
                let mut new = GlobalSection::new();
                part.parse_global_section(&mut new, section)?;
                out.section(&new);
            }
            Payload::ExportSection(section) => {
                let mut new = ExportSection::new();
                stubs.parse_export_section(&mut new, section)?;
                for &function in shared {
                    new.export(&short('f', function), ExportKind::Func, part.0[&function]);
                }
                for index in 0..parsed.tables.len() as u32 {
                    new.export(&short('t', index), ExportKind::Table, index);
                }
                for index in 0..parsed.memories.len() as u32 {
                    new.export(&short('m', index), ExportKind::Memory, index);
                }
                for index in 0..parsed.globals.len() as u32 {
                    new.export(&short('g', index), ExportKind::Global, index);
                }
                out.section(&new);
            }
            Payload::ElementSection(section) => {
                let mut new = ElementSection::new();
                empty.parse_element_section(&mut new, section)?;
                out.section(&new);
            }
            Payload::StartSection { func, .. } => {
                out.section(&StartSection { function_index: part.0[&func] });
            }
            Payload::DataCountSection { count, .. } => {
                out.section(&DataCountSection { count });
            }
            Payload::CodeSectionStart { .. } => {
                let mut new = CodeSection::new();
                code(&mut part, parsed, &kept, &mut new)?;
                for (&function, place) in workers.iter().zip(first_place..) {
                    new.function(&hand_on(parsed, parsed.types[function as usize], place));
                }
                let mut trap = Function::new([]);
                trap.instruction(&Instruction::Unreachable);
                trap.instruction(&Instruction::End);
                new.function(&trap);
                out.section(&new);
            }
            Payload::DataSection(section) => {
                let mut new = DataSection::new();
                part.parse_data_section(&mut new, section)?;
                out.section(&new);
            }
            Payload::CustomSection(_)
            | Payload::CodeSectionEntry(_)
            | Payload::Version { .. }
            | Payload::End(_) => {}
            other => panic!("a module of ours has no {other:?}"),
        }
    }
    Ok(out.finish())
}

/// The second part.
fn worker(
    module: &[u8],
    parsed: &Parsed<'_>,
    left_out: &BTreeSet<u32>,
    shared: &BTreeSet<u32>,
) -> Read<Vec<u8>> {
    let functions: Vec<u32> = left_out.iter().copied().collect();
    let mut part = Part(shared.iter().chain(&functions).zip(0..).map(|(&old, new)| (old, new)).collect());
    let mut out = Module::new();
    for payload in Parser::new(0).parse_all(module) {
        if let Payload::TypeSection(section) = payload? {
            let mut new = TypeSection::new();
            part.parse_type_section(&mut new, section)?;
            out.section(&new);
        }
    }
    let mut imports = ImportSection::new();
    for &function in shared {
        imports.import("", &short('f', function), EntityType::Function(parsed.types[function as usize]));
    }
    for (index, &table) in (0..).zip(&parsed.tables) {
        let mut table: TableType = part.table_type(table)?;
        // As large as it is by then, or larger.
        table.maximum = table.maximum.map(|most| most + parsed.workers_exports().count() as u64);
        imports.import("", &short('t', index), table);
    }
    for (index, &memory) in (0..).zip(&parsed.memories) {
        imports.import("", &short('m', index), part.memory_type(memory)?);
    }
    for (index, global) in (0..).zip(&parsed.globals) {
        imports.import("", &short('g', index), part.global_type(global.ty)?);
    }
    out.section(&imports);
    let mut kinds = FunctionSection::new();
    for function in &functions {
        kinds.function(parsed.types[*function as usize]);
    }
    out.section(&kinds);
    let mut elements = ElementSection::new();
    let mut fill = |place: u32, functions: &[u32]| {
        let functions: Vec<u32> = functions.iter().map(|function| part.0[function]).collect();
        elements.active(
            None,
            &ConstExpr::i32_const(place.cast_signed()),
            Elements::Functions(functions.into()),
        );
    };
    for (place, function) in (parsed.first..).zip(&parsed.taken) {
        if left_out.contains(function) {
            fill(place, &[*function]);
        }
    }
    let workers: Vec<u32> = parsed.workers_exports().map(|export| export.index).collect();
    fill(parsed.first + parsed.taken.len() as u32, &workers);
    out.section(&elements);
    let mut new = CodeSection::new();
    code(&mut part, parsed, &functions, &mut new)?;
    out.section(&new);
    Ok(out.finish())
}

fn parts(module: &[u8]) -> Read<Parts> {
    let parsed = parse(module)?;
    let left_out = parsed.left_out();
    let called = left_out.iter().flat_map(|function| &parsed.calls[(function - parsed.imports) as usize]);
    let shared: BTreeSet<u32> = called.copied().filter(|function| !left_out.contains(function)).collect();
    Ok(Parts {
        page: page(module, &parsed, &left_out, &shared)?,
        worker: worker(module, &parsed, &left_out, &shared)?,
    })
}

/// A module, as its two parts.
pub(crate) fn split(module: &[u8]) -> Parts {
    parts(module).unwrap_or_else(|error| panic!("a module can be read: {error}"))
}
