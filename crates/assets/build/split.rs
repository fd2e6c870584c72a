//! Cuts a module into three: what a page needs to show a table, what a worker needs beside it, and the rest.
//!
//! All parts share one memory, its tables and its globals. Each part needs those before it: it imports their functions, which scripts
//! read from the function table in the order of the imports. Calls into a later part go through slots of that table, which the later
//! part fills when it is instantiated; before that a call traps. A function is in the first part that can reach it (`reach`): the
//! first part starts from the exports, the second from the worker's exports, the third from the gates. The page must not call a gate
//! before the third part is there (`App::has`, `App::is_whole`).

#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "the parts of a module are many, and only some of them are of interest"
)]

use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;

use rustc_demangle::demangle;
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

use crate::reach::{Graph, NOBODY, Node};

/// Where to cut.
pub(crate) struct Cut<'a> {
    /// The prefix of the exports that only a worker calls.
    pub(crate) worker: &'a str,
    /// Functions, by their path, behind which the last part begins. They must not be inlined.
    pub(crate) gates: &'a [&'a str],
    /// Prefixes of exports that belong to the last part as well.
    pub(crate) late_exports: &'a [&'a str],
}

/// All parts.
pub(crate) struct Parts {
    /// For a page, for a worker, the rest.
    pub(crate) modules: [Vec<u8>; 3],
    /// The first slot of the function table from which later parts get their imports.
    pub(crate) lends: u32,
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

/// Which functions are in which part, and what is called from the first in the others.
struct Plan {
    first: BTreeSet<u32>,
    worker: BTreeSet<u32>,
    rest: BTreeSet<u32>,
    /// By place in the table of functions, after those that are there anyway.
    called: Vec<u32>,
    /// What the first part lends to the others, in the table after that, behind what it has from scripts itself. A part takes all
    /// of it in this order, so that no function needs a name, and each has the same number everywhere: what calls the same
    /// functions packs well.
    lent: Vec<u32>,
    /// What the worker's part lends to the rest, in the table after that.
    lent_on: Vec<u32>,
}

/// The names of the functions of the second and of the third part.
fn elsewhere<'a>(graph: &'a Graph, cut: &Cut<'_>) -> [BTreeSet<&'a str>; 2] {
    let wanted: BTreeSet<&str> = cut.gates.iter().copied().collect();
    let is_gate = |name: &str| wanted.contains(format!("{:#}", demangle(name)).as_str());
    let mut gates: BTreeSet<u32> =
        graph.names().filter(|(_, name)| is_gate(name)).map(|(function, _)| function).collect();
    assert_eq!(gates.len(), wanted.len(), "a gate is a function that is not inlined");
    // Exports end in a hash before `wasm-bindgen` has renamed them.
    let is_last = |name: &str| cut.late_exports.iter().any(|start| name.starts_with(start));
    gates.extend(graph.exports.iter().filter(|(name, _)| is_last(name)).map(|(_, &function)| function));
    assert_eq!(gates.len(), wanted.len() + cut.late_exports.len(), "an export of the last part is missing");
    let scripts = |is_worker: bool| {
        // `wasm-bindgen` has removed the functions that describe the module.
        let exports = graph.exports.iter().filter(|(name, _)| !name.starts_with("__wbindgen_describe"));
        let exports = exports.filter(move |(name, _)| name.starts_with(cut.worker) == is_worker);
        exports
            .filter(|(_, function)| !gates.contains(function))
            .map(|(_, &function)| Node::Function(function))
    };
    let first = graph.reached(scripts(false).chain([NOBODY]), &gates);
    let but: BTreeSet<u32> = first.union(&gates).copied().collect();
    let worker = graph.reached(scripts(true), &but);
    let before: BTreeSet<u32> = first.union(&worker).copied().collect();
    let rest = graph.reached(gates.iter().copied().map(Node::Function), &before);
    let mut times = BTreeMap::<&str, u32>::new();
    for (_, name) in graph.names() {
        *times.entry(name).or_default() += 1;
    }
    // A name that two functions have tells nothing: both stay in the first part.
    let named = |functions: &BTreeSet<u32>| {
        let names = functions.iter().filter_map(|&function| graph.name(function));
        names.filter(|name| times[name] == 1).collect()
    };
    [named(&worker), named(&rest)]
}

impl Parsed<'_> {
    /// The first place in the table of functions that nobody has.
    fn first_free(&self) -> u32 {
        self.first + self.taken.len() as u32
    }

    /// From which place on the first part lends the others what they call.
    fn lends(&self, plan: &Plan) -> u32 {
        self.first_free() + plan.called.len() as u32
    }

    fn body(&self, function: u32) -> &FunctionBody<'_> {
        &self.bodies[(function - self.imports) as usize]
    }

    fn plan(&self, graph: &Graph, cut: &Cut<'_>) -> Plan {
        let [workers, rest] = elsewhere(graph, cut);
        let own = || self.imports..self.types.len() as u32;
        let named = |names: &BTreeSet<&str>| -> BTreeSet<u32> {
            own()
                .filter(|function| self.names.get(function).is_some_and(|name| names.contains(name)))
                .collect()
        };
        let (worker, rest) = (named(&workers), named(&rest));
        let is_elsewhere = |function: &u32| worker.contains(function) || rest.contains(function);
        let first: BTreeSet<u32> = own().filter(|function| !is_elsewhere(function)).collect();
        for function in &worker {
            for called in &self.calls[(function - self.imports) as usize] {
                let [name, called_name] = [function, called].map(|function| self.names.get(function));
                assert!(
                    !rest.contains(called),
                    "a worker does without the rest: {name:?} calls {called_name:?}"
                );
            }
        }
        let scripts = self.exports.iter().filter(|export| export.kind == ExternalKind::Func);
        let scripts = scripts.map(|export| export.index).filter(is_elsewhere);
        let called = called_by(self, &first).into_iter().filter(is_elsewhere);
        let called: BTreeSet<u32> = scripts.chain(called).collect();
        let lent: BTreeSet<u32> =
            [&worker, &rest].into_iter().flat_map(|part| called_by(self, part)).collect();
        // Functions of one type side by side compress better: an import names its type.
        let by_type = |part: &BTreeSet<u32>| -> Vec<u32> {
            let mut functions: Vec<u32> = lent.intersection(part).copied().collect();
            functions.sort_by_key(|&function| self.types[function as usize]);
            functions
        };
        let (lent, lent_on) = (by_type(&first), by_type(&worker));
        Plan { called: called.into_iter().collect(), first, worker, rest, lent, lent_on }
    }
}

/// Functions by their old numbers, and which number each has in this part.
struct Part(BTreeMap<u32, u32>);

impl Part {
    /// What scripts give comes first, then these.
    fn of(parsed: &Parsed<'_>, functions: &[u32]) -> Self {
        Self((0..parsed.imports).chain(functions.iter().copied()).zip(0..).collect())
    }
}

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
        utils::parse_function_body(part, out, parsed.body(*function).clone())?;
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
fn first(module: &[u8], parsed: &Parsed<'_>, plan: &Plan) -> Read<Vec<u8>> {
    let others = plan.first.iter().copied().filter(|function| !plan.lent.contains(function));
    let kept: Vec<u32> = plan.lent.iter().copied().chain(others).collect();
    let mut part = Part::of(parsed, &kept);
    // After them: what hands on to other parts, and what is in the table of functions before they are there.
    let first_stub = parsed.imports + kept.len() as u32;
    part.0.extend(plan.called.iter().zip(first_stub..).map(|(&old, new)| (old, new)));
    let nothing = first_stub + plan.called.len() as u32;
    let mut empty = Part(part.0.clone());
    empty.0.extend(plan.worker.iter().chain(&plan.rest).map(|&function| (function, nothing)));
    let mut out = Module::new();
    macro_rules! section {
        ($new:ty, $parse:ident, $section:expr) => {{
            let mut section = <$new>::new();
            part.$parse(&mut section, $section)?;
            out.section(&section);
        }};
    }
    for payload in Parser::new(0).parse_all(module) {
        match payload? {
            Payload::TypeSection(section) => section!(TypeSection, parse_type_section, section),
            Payload::ImportSection(section) => section!(ImportSection, parse_import_section, section),
            Payload::FunctionSection(_) => {
                let mut new = FunctionSection::new();
                for function in kept.iter().chain(&plan.called).chain(kept.first()) {
                    new.function(parsed.types[*function as usize]);
                }
                out.section(&new);
            }
            Payload::TableSection(_) => {
                out.section(&tables(&mut part, parsed, plan)?);
            }
            Payload::MemorySection(section) => section!(MemorySection, parse_memory_section, section),
            Payload::GlobalSection(section) => section!(GlobalSection, parse_global_section, section),
            Payload::ExportSection(section) => {
                let mut new = ExportSection::new();
                part.parse_export_section(&mut new, section)?;
                offer(&mut new, parsed);
                out.section(&new);
            }
            Payload::ElementSection(section) => {
                let mut new = ElementSection::new();
                empty.parse_element_section(&mut new, section)?;
                let lent = (0..parsed.imports + plan.lent.len() as u32).collect();
                let place = ConstExpr::i32_const(parsed.lends(plan).cast_signed());
                new.active(None, &place, Elements::Functions(lent));
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
                for (&function, place) in plan.called.iter().zip(parsed.first_free()..) {
                    new.function(&hand_on(parsed, parsed.types[function as usize], place));
                }
                new.function(&trap());
                out.section(&new);
            }
            Payload::DataSection(section) => section!(DataSection, parse_data_section, section),
            Payload::CustomSection(_)
            | Payload::CodeSectionEntry(_)
            | Payload::Version { .. }
            | Payload::End(_) => {}
            other => panic!("a module of ours has no {other:?}"),
        }
    }
    Ok(out.finish())
}

/// The tables, with room for what is called in other parts.
fn tables(part: &mut Part, parsed: &Parsed<'_>, plan: &Plan) -> Read<TableSection> {
    let mut new = TableSection::new();
    for index in 0..parsed.tables.len() {
        new.table(table(part, parsed, plan, index)?);
    }
    Ok(new)
}

fn table(part: &mut Part, parsed: &Parsed<'_>, plan: &Plan, index: usize) -> Read<TableType> {
    let mut table: TableType = part.table_type(parsed.tables[index])?;
    if index == 0 {
        let more = plan.called.len() + parsed.imports as usize + plan.lent.len() + plan.lent_on.len();
        table.minimum += more as u64;
        table.maximum = table.maximum.map(|most| most + more as u64);
    }
    Ok(table)
}

/// What the other parts have from the first and is no function, under short names.
fn offer(exports: &mut ExportSection, parsed: &Parsed<'_>) {
    let lists = [
        ('t', ExportKind::Table, parsed.tables.len()),
        ('m', ExportKind::Memory, parsed.memories.len()),
        ('g', ExportKind::Global, parsed.globals.len()),
    ];
    for (letter, kind, count) in lists {
        for index in 0..count as u32 {
            exports.export(&short(letter, index), kind, index);
        }
    }
}

fn trap() -> Function {
    let mut trap = Function::new([]);
    trap.instruction(&Instruction::Unreachable);
    trap.instruction(&Instruction::End);
    trap
}

/// What functions call outside of themselves.
fn called_by(parsed: &Parsed<'_>, functions: &BTreeSet<u32>) -> BTreeSet<u32> {
    let called = functions.iter().flat_map(|function| &parsed.calls[(function - parsed.imports) as usize]);
    called.copied().filter(|function| !functions.contains(function)).collect()
}

/// Another part: so many functions, which call these of others, and of which these are lent.
fn other(
    module: &[u8],
    parsed: &Parsed<'_>,
    plan: &Plan,
    functions: &BTreeSet<u32>,
    borrowed: &[u32],
    lent: &[u32],
) -> Read<Vec<u8>> {
    let own: Vec<u32> = lent
        .iter()
        .copied()
        .chain(functions.iter().copied().filter(|function| !lent.contains(function)))
        .collect();
    let mut part = Part::of(parsed, &[borrowed, &own].concat());
    let mut out = Module::new();
    for payload in Parser::new(0).parse_all(module) {
        if let Payload::TypeSection(section) = payload? {
            let mut new = TypeSection::new();
            part.parse_type_section(&mut new, section)?;
            out.section(&new);
        }
    }
    let mut imports = ImportSection::new();
    for function in (0..parsed.imports).chain(borrowed.iter().copied()) {
        imports.import("", "", EntityType::Function(parsed.types[function as usize]));
    }
    for index in 0..parsed.tables.len() {
        imports.import("", &short('t', index as u32), table(&mut part, parsed, plan, index)?);
    }
    for (index, &memory) in (0..).zip(&parsed.memories) {
        imports.import("", &short('m', index), part.memory_type(memory)?);
    }
    for (index, global) in (0..).zip(&parsed.globals) {
        imports.import("", &short('g', index), part.global_type(global.ty)?);
    }
    out.section(&imports);
    let mut kinds = FunctionSection::new();
    for function in &own {
        kinds.function(parsed.types[*function as usize]);
    }
    out.section(&kinds);
    // Its functions, to their places in the table: as many at a time as are side by side.
    let mut elements = ElementSection::new();
    let places: Vec<(u32, u32)> = (parsed.first..)
        .zip(parsed.taken.iter().chain(&plan.called))
        .filter(|(_, function)| functions.contains(function))
        .map(|(place, function)| (place, part.0[function]))
        .collect();
    for run in places.chunk_by(|(one, _), (next, _)| one + 1 == *next) {
        let here = Elements::Functions(run.iter().map(|&(_, function)| function).collect());
        elements.active(None, &ConstExpr::i32_const(run[0].0.cast_signed()), here);
    }
    if !lent.is_empty() {
        let place = parsed.lends(plan) + parsed.imports + plan.lent.len() as u32;
        let here = Elements::Functions(lent.iter().map(|function| part.0[function]).collect());
        elements.active(None, &ConstExpr::i32_const(place.cast_signed()), here);
    }
    out.section(&elements);
    let mut new = CodeSection::new();
    code(&mut part, parsed, &own, &mut new)?;
    out.section(&new);
    Ok(out.finish())
}

fn parts(linked: &[u8], module: &[u8], cut: &Cut<'_>) -> Read<Parts> {
    let parsed = parse(module)?;
    let graph = Graph::of(linked);
    let plan = parsed.plan(&graph, cut);
    let borrowed = [&plan.lent[..], &plan.lent_on].concat();
    let modules = [
        first(module, &parsed, &plan)?,
        other(module, &parsed, &plan, &plan.worker, &plan.lent, &plan.lent_on)?,
        other(module, &parsed, &plan, &plan.rest, &borrowed, &[])?,
    ];
    Ok(Parts { modules, lends: parsed.lends(&plan) })
}

/// Cuts a module. `linked` is the same module as the linker wrote it, with its relocations: they tell which function can reach which.
pub(crate) fn split(linked: &[u8], module: &[u8], cut: &Cut<'_>) -> Parts {
    parts(linked, module, cut).unwrap_or_else(|error| panic!("a module can be read: {error}"))
}
