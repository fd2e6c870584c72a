//! Splits a module into three parts: the table of a page, the additional code of a worker, and the rest.
//!
//! All parts share one memory, its tables and its globals. Each part needs those before it: it imports their functions, which scripts
//! read from the function table in the order of the imports. Calls into a later part go through slots of that table, which the later
//! part fills when it is instantiated; before that a call traps. A function is in the first part that can reach it (`reach`): the
//! first part starts from the exports, the second from the worker's exports, the third from the gates. The page must not call a gate
//! before the third part is loaded (`App::has`, `App::is_whole`).

#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "only a few of the many kinds of sections and operators matter here"
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

/// Where to split a module.
pub(crate) struct Cut<'a> {
    /// The prefix of the exports that only a worker calls.
    pub(crate) worker: &'a str,
    /// The paths of the gates: functions that lead to the last part. They must not be inlined.
    pub(crate) gates: &'a [&'a str],
    /// Prefixes of exports that also belong to the last part.
    pub(crate) late_exports: &'a [&'a str],
}

/// The parts of a module.
pub(crate) struct Parts {
    /// For the page, for the worker, the rest.
    pub(crate) modules: [Vec<u8>; 3],
    /// The first slot of the function table from which later parts get their imports.
    pub(crate) lends: u32,
}

/// The parsed sections of a module.
#[derive(Default)]
struct Parsed<'a> {
    /// The type of every function, imported ones first.
    types: Vec<u32>,
    /// How many of them are imported.
    imports: u32,
    /// The number of parameters of every function type.
    arity: Vec<u32>,
    bodies: Vec<FunctionBody<'a>>,
    /// The functions that each function calls.
    calls: Vec<Vec<u32>>,
    tables: Vec<wasmparser::TableType>,
    memories: Vec<MemoryType>,
    globals: Vec<Global<'a>>,
    exports: Vec<Export<'a>>,
    /// The functions in the function table, and the slot of the first one.
    table_functions: Vec<u32>,
    table_start: u32,
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
                        other => panic!("only functions may be imported, not {other:?}"),
                    }
                }
                parsed.imports = parsed.types.len() as u32;
            }
            Payload::FunctionSection(section) => {
                parsed.types.extend(section.into_iter().collect::<Result<Vec<_>, _>>()?);
            }
            Payload::TableSection(section) => {
                for table in section {
                    parsed.tables.push(table?.ty);
                }
            }
            Payload::MemorySection(section) => {
                parsed.memories = section.into_iter().collect::<Result<_, _>>()?;
            }
            Payload::GlobalSection(section) => {
                parsed.globals = section.into_iter().collect::<Result<_, _>>()?;
            }
            Payload::ExportSection(section) => {
                parsed.exports = section.into_iter().collect::<Result<_, _>>()?;
            }
            Payload::ElementSection(section) => {
                for element in section {
                    let element = element?;
                    let (
                        ElementKind::Active { table_index: None | Some(0), offset_expr },
                        ElementItems::Functions(functions),
                    ) = (element.kind, element.items)
                    else {
                        panic!("element segments must be active, of the first table, and list functions");
                    };
                    assert!(parsed.table_functions.is_empty(), "only one element segment is supported");
                    let Operator::I32Const { value } = offset_expr.get_operators_reader().read()? else {
                        panic!("the offset of the element segment must be a constant");
                    };
                    parsed.table_start = value.cast_unsigned();
                    for function in functions {
                        parsed.table_functions.push(function?);
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
                            panic!("function references are supported in the table only")
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

/// The functions of each part, and the slots of the function table that connect the parts.
struct Plan {
    first: BTreeSet<u32>,
    worker: BTreeSet<u32>,
    rest: BTreeSet<u32>,
    /// Functions of later parts that the first part calls, through slots after the original ones.
    called: Vec<u32>,
    /// Functions of the first part that the others import, in the slots after that, behind its own imports. Every part imports all
    /// of them in this order. So no import needs a name, and a function has the same index in every part, which compresses well.
    lent: Vec<u32>,
    /// Functions of the worker's part that the rest imports, in the slots after that.
    lent_by_worker: Vec<u32>,
}

/// The names of the functions in the second and the third part.
fn later_names<'a>(graph: &'a Graph, cut: &Cut<'_>) -> [BTreeSet<&'a str>; 2] {
    let wanted: BTreeSet<&str> = cut.gates.iter().copied().collect();
    let is_gate = |name: &str| wanted.contains(format!("{:#}", demangle(name)).as_str());
    let mut gates: BTreeSet<u32> =
        graph.names().filter(|(_, name)| is_gate(name)).map(|(function, _)| function).collect();
    assert_eq!(gates.len(), wanted.len(), "a gate is missing or inlined");
    // Until `wasm-bindgen` renames them, exports end in a hash.
    let is_last = |name: &str| cut.late_exports.iter().any(|start| name.starts_with(start));
    gates.extend(graph.exports.iter().filter(|(name, _)| is_last(name)).map(|(_, &function)| function));
    assert_eq!(gates.len(), wanted.len() + cut.late_exports.len(), "an export of the last part is missing");
    let scripts = |is_worker: bool| {
        // `wasm-bindgen` removes the functions that describe the module.
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
    // Functions that share a name cannot be told apart: they stay in the first part.
    let named = |functions: &BTreeSet<u32>| {
        let names = functions.iter().filter_map(|&function| graph.name(function));
        names.filter(|name| times[name] == 1).collect()
    };
    [named(&worker), named(&rest)]
}

impl Parsed<'_> {
    /// The first free slot of the function table.
    fn first_free(&self) -> u32 {
        self.table_start + self.table_functions.len() as u32
    }

    /// The first slot with functions that later parts import.
    fn first_lent_slot(&self, plan: &Plan) -> u32 {
        self.first_free() + plan.called.len() as u32
    }

    fn body(&self, function: u32) -> &FunctionBody<'_> {
        &self.bodies[(function - self.imports) as usize]
    }

    /// Functions in an order that compresses well: similar ones, such as instances of the same generic function, side by side.
    fn sorted(&self, functions: impl Iterator<Item = u32>) -> Vec<u32> {
        let mut sorted: Vec<u32> = functions.collect();
        sorted.sort_by_key(|&function| (self.types[function as usize], self.body(function).as_bytes()));
        sorted
    }

    fn plan(&self, graph: &Graph, cut: &Cut<'_>) -> Plan {
        let [workers, rest] = later_names(graph, cut);
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
                    "the worker's part must not call the rest: {name:?} calls {called_name:?}"
                );
            }
        }
        let scripts = self.exports.iter().filter(|export| export.kind == ExternalKind::Func);
        let scripts = scripts.map(|export| export.index).filter(is_elsewhere);
        let called = called_by(self, &first).into_iter().filter(is_elsewhere);
        let called: BTreeSet<u32> = scripts.chain(called).collect();
        let lent: BTreeSet<u32> =
            [&worker, &rest].into_iter().flat_map(|part| called_by(self, part)).collect();
        let lent_of = |part: &BTreeSet<u32>| self.sorted(lent.intersection(part).copied());
        let (lent, lent_by_worker) = (lent_of(&first), lent_of(&worker));
        Plan { called: called.into_iter().collect(), first, worker, rest, lent, lent_by_worker }
    }
}

/// The function indices of a part, by the index in the whole module.
struct Part(BTreeMap<u32, u32>);

impl Part {
    /// Imports of the whole module first, then these functions.
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

/// The short export name of a table, memory or global that parts share.
fn short(kind: char, index: u32) -> String {
    format!("{kind}{index}")
}

fn code(part: &mut Part, parsed: &Parsed<'_>, functions: &[u32], out: &mut CodeSection) -> Read<()> {
    for function in functions {
        utils::parse_function_body(part, out, parsed.body(*function).clone())?;
    }
    Ok(())
}

/// A stub that forwards its arguments to the function in a slot of the table.
fn forwarding_stub(parsed: &Parsed<'_>, kind: u32, slot: u32) -> Function {
    let mut body = Function::new([]);
    for local in 0..parsed.arity[kind as usize] {
        body.instruction(&Instruction::LocalGet(local));
    }
    body.instruction(&Instruction::I32Const(slot.cast_signed()));
    body.instruction(&Instruction::CallIndirect { type_index: kind, table_index: 0 });
    body.instruction(&Instruction::End);
    body
}

/// Encodes the first part.
fn first_part(module: &[u8], parsed: &Parsed<'_>, plan: &Plan) -> Read<Vec<u8>> {
    let others = plan.first.iter().copied().filter(|function| !plan.lent.contains(function));
    let kept = [&plan.lent[..], &parsed.sorted(others)].concat();
    let mut part = Part::of(parsed, &kept);
    // After them: stubs for functions of later parts, then the function that fills slots of parts that are not loaded yet.
    let first_stub = parsed.imports + kept.len() as u32;
    part.0.extend(plan.called.iter().zip(first_stub..).map(|(&old, new)| (old, new)));
    let trap_index = first_stub + plan.called.len() as u32;
    let mut with_traps = Part(part.0.clone());
    with_traps.0.extend(plan.worker.iter().chain(&plan.rest).map(|&function| (function, trap_index)));
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
                export_shared(&mut new, parsed);
                out.section(&new);
            }
            Payload::ElementSection(section) => {
                let mut new = ElementSection::new();
                with_traps.parse_element_section(&mut new, section)?;
                let lent = (0..parsed.imports + plan.lent.len() as u32).collect();
                let slot = ConstExpr::i32_const(parsed.first_lent_slot(plan).cast_signed());
                new.active(None, &slot, Elements::Functions(lent));
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
                for (&function, slot) in plan.called.iter().zip(parsed.first_free()..) {
                    new.function(&forwarding_stub(parsed, parsed.types[function as usize], slot));
                }
                new.function(&trap());
                out.section(&new);
            }
            Payload::DataSection(section) => section!(DataSection, parse_data_section, section),
            Payload::CustomSection(_)
            | Payload::CodeSectionEntry(_)
            | Payload::Version { .. }
            | Payload::End(_) => {}
            other => panic!("unsupported section: {other:?}"),
        }
    }
    Ok(out.finish())
}

/// The tables, with additional slots for calls between parts.
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
        let more = plan.called.len() + parsed.imports as usize + plan.lent.len() + plan.lent_by_worker.len();
        table.minimum += more as u64;
        table.maximum = table.maximum.map(|most| most + more as u64);
    }
    Ok(table)
}

/// Exports tables, memories and globals of the first part to the others.
fn export_shared(exports: &mut ExportSection, parsed: &Parsed<'_>) {
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

/// A function that traps.
fn trap() -> Function {
    let mut trap = Function::new([]);
    trap.instruction(&Instruction::Unreachable);
    trap.instruction(&Instruction::End);
    trap
}

/// The functions outside of a set that it calls.
fn called_by(parsed: &Parsed<'_>, functions: &BTreeSet<u32>) -> BTreeSet<u32> {
    let called = functions.iter().flat_map(|function| &parsed.calls[(function - parsed.imports) as usize]);
    called.copied().filter(|function| !functions.contains(function)).collect()
}

/// Encodes a later part with these functions. It imports the `borrowed` ones, and puts the `lent` ones into the table for the next
/// part.
fn later_part(
    module: &[u8],
    parsed: &Parsed<'_>,
    plan: &Plan,
    functions: &BTreeSet<u32>,
    borrowed: &[u32],
    lent: &[u32],
) -> Read<Vec<u8>> {
    let others = functions.iter().copied().filter(|function| !lent.contains(function));
    let own = [lent, &parsed.sorted(others)].concat();
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
    // Fills the slots of its functions, one element segment for each run of consecutive slots.
    let mut elements = ElementSection::new();
    let slots: Vec<(u32, u32)> = (parsed.table_start..)
        .zip(parsed.table_functions.iter().chain(&plan.called))
        .filter(|(_, function)| functions.contains(function))
        .map(|(slot, function)| (slot, part.0[function]))
        .collect();
    for run in slots.chunk_by(|(one, _), (next, _)| one + 1 == *next) {
        let here = Elements::Functions(run.iter().map(|&(_, function)| function).collect());
        elements.active(None, &ConstExpr::i32_const(run[0].0.cast_signed()), here);
    }
    if !lent.is_empty() {
        let slot = parsed.first_lent_slot(plan) + parsed.imports + plan.lent.len() as u32;
        let here = Elements::Functions(lent.iter().map(|function| part.0[function]).collect());
        elements.active(None, &ConstExpr::i32_const(slot.cast_signed()), here);
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
    let borrowed = [&plan.lent[..], &plan.lent_by_worker].concat();
    let modules = [
        first_part(module, &parsed, &plan)?,
        later_part(module, &parsed, &plan, &plan.worker, &plan.lent, &plan.lent_by_worker)?,
        later_part(module, &parsed, &plan, &plan.rest, &borrowed, &[])?,
    ];
    Ok(Parts { modules, lends: parsed.first_lent_slot(&plan) })
}

/// Splits a module. `linked` is the same module as the linker wrote it, with its relocations, which tell which function can reach
/// which.
pub(crate) fn split(linked: &[u8], module: &[u8], cut: &Cut<'_>) -> Parts {
    parts(linked, module, cut).unwrap_or_else(|error| panic!("the module is invalid: {error}"))
}
