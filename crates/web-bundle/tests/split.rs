//! Tests of the build script's splitter on a small module: functions are in the right parts, and the parts link and run.

#[path = "../build/reach.rs"]
mod reach;
#[path = "../build/split.rs"]
mod split;

use std::collections::BTreeSet;

use reach::{Graph, NOBODY, Node};
use split::{Cut, Parts};
use wasm_encoder::{
    CodeSection, ConstExpr, CustomSection, DataSection, DataSymbolDefinition, ElementSection, Elements,
    Encode as _, EntityType, ExportKind, ExportSection, Function, FunctionSection, GlobalSection, GlobalType,
    ImportSection, Instruction, LinkingSection, MemArg, MemorySection, MemoryType, Module, NameMap,
    NameSection, RefType, Section as _, SymbolTable, TableSection, TableType, TypeSection, ValType,
};
use wasmi::{Engine, Extern, ExternType, Instance, Nullable, Ref, Store};
use wasmparser::{Operator, Parser, Payload};

/// The address of a list that contains the function table slot of `BY_ADDRESS`.
const LIST: u64 = 16;
const SLOT: i32 = 1;

// Every function takes nothing and returns a number.
const SEVEN: u32 = 0; // imported
const START: u32 = 1;
const SHARED: u32 = 2;
const GATE: u32 = 3;
const LATE: u32 = 4;
const BY_ADDRESS: u32 = 5;
const WORKER: u32 = 6;
const BOTH: u32 = 7;
const TWIN: u32 = 8;
const OTHER_TWIN: u32 = 9;
const OPEN: u32 = 10;

const NAMES: [(u32, &str); 11] = [
    (SEVEN, "seven"),
    (START, "page::start"),
    (SHARED, "page::shared"),
    (GATE, "page::gate"),
    (LATE, "page::late"),
    (BY_ADDRESS, "page::by_address"),
    (WORKER, "page::worker"),
    (BOTH, "page::both"),
    (TWIN, "page::twin"),
    (OTHER_TWIN, "page::twin"),
    (OPEN, "page::open"),
];

const EXPORTS: [(&str, u32); 3] = [("start", START), ("worker_run", WORKER), ("worker_open_late", OPEN)];

/// A function that returns a number plus the results of its calls.
fn sum(number: i32, called: &[u32]) -> Vec<Instruction<'static>> {
    let mut body = vec![Instruction::I32Const(number)];
    for &function in called {
        body.extend([Instruction::Call(function), Instruction::I32Add]);
    }
    body
}

fn bodies() -> Vec<Vec<Instruction<'static>>> {
    // Function 4 also calls a function through the list in memory.
    let mut late = sum(4_000, &[TWIN, OTHER_TWIN]);
    late.extend([
        Instruction::I32Const(0),
        Instruction::I32Load(MemArg { offset: LIST, align: 2, memory_index: 0 }),
        Instruction::CallIndirect { type_index: 0, table_index: 0 },
        Instruction::I32Add,
    ]);
    vec![
        sum(1_000, &[SHARED, GATE]),
        sum(2_000, &[]),
        sum(3_000, &[LATE, SEVEN, BOTH]),
        late,
        sum(5_000, &[]),
        sum(6_000, &[BOTH, SHARED]),
        sum(7_000, &[]),
        sum(8_000, &[]),
        sum(9_000, &[]),
        sum(10_000, &[SHARED]),
    ]
}

/// The module after `wasm-bindgen`: without relocations.
fn whole() -> Vec<u8> {
    let mut types = TypeSection::new();
    types.ty().function([], [ValType::I32]);
    let mut imports = ImportSection::new();
    imports.import("script", "seven", EntityType::Function(0));
    let (mut functions, mut code) = (FunctionSection::new(), CodeSection::new());
    for body in bodies() {
        functions.function(0);
        let mut function = Function::new([]);
        for instruction in body.iter().chain([&Instruction::End]) {
            function.instruction(instruction);
        }
        code.function(&function);
    }
    let mut tables = TableSection::new();
    let element_type = RefType::FUNCREF;
    tables.table(TableType { element_type, table64: false, minimum: 2, maximum: Some(2), shared: false });
    let mut memories = MemorySection::new();
    memories.memory(MemoryType {
        minimum: 1,
        maximum: None,
        memory64: false,
        shared: false,
        page_size_log2: None,
    });
    let mut globals = GlobalSection::new();
    let stack = GlobalType { val_type: ValType::I32, mutable: true, shared: false };
    globals.global(stack, &ConstExpr::i32_const(0));
    let mut exports = ExportSection::new();
    exports.export("memory", ExportKind::Memory, 0);
    for (name, function) in EXPORTS {
        exports.export(name, ExportKind::Func, function);
    }
    let mut elements = ElementSection::new();
    elements.active(None, &ConstExpr::i32_const(SLOT), Elements::Functions([BY_ADDRESS].as_slice().into()));
    let mut data = DataSection::new();
    data.active(0, &ConstExpr::i32_const(LIST as i32), SLOT.to_le_bytes());
    let mut names = NameMap::new();
    for (function, name) in NAMES {
        names.append(function, name);
    }
    let mut section = NameSection::new();
    section.functions(&names);
    let mut module = Module::new();
    module.section(&types).section(&imports).section(&functions).section(&tables).section(&memories);
    module.section(&globals).section(&exports).section(&elements).section(&code).section(&data);
    module.section(&section);
    module.finish()
}

/// A relocation: its type, its offset in the section, and its symbol.
struct Relocation {
    kind: u8,
    offset: u32,
    symbol: u32,
}

const TABLE_INDEX_I32: u8 = 2;
const MEMORY_ADDR_LEB: u8 = 3;

fn relocations(name: &str, section: u32, list: &[Relocation]) -> Vec<u8> {
    let mut data = Vec::new();
    section.encode(&mut data);
    (list.len() as u32).encode(&mut data);
    for relocation in list {
        data.push(relocation.kind);
        relocation.offset.encode(&mut data);
        relocation.symbol.encode(&mut data);
        if relocation.kind == MEMORY_ADDR_LEB {
            0_i32.encode(&mut data);
        }
    }
    let mut bytes = Vec::new();
    CustomSection { name: name.into(), data: data.into() }.append_to(&mut bytes);
    bytes
}

/// The module as the linker writes it, with or without a symbol for the list.
fn linked(has_symbol: bool) -> Vec<u8> {
    let mut module = whole();
    // The offsets of sections, function bodies and the list; the numbers of two sections.
    let (mut starts, mut bodies, mut list) = (Vec::new(), Vec::new(), 0);
    let (mut code, mut data) = (0, 0);
    for payload in Parser::new(0).parse_all(&module) {
        let payload = payload.expect("a module");
        if let Some((_, range)) = payload.as_section() {
            starts.push(range.start);
        }
        if let Payload::CodeSectionEntry(entry) = &payload {
            bodies.push(entry.range().start);
        }
        if let Payload::CodeSectionStart { .. } = &payload {
            code = starts.len() - 1;
        }
        if let Payload::DataSection(section) = payload {
            let segment = section.into_iter().next().expect("a segment").expect("a segment");
            (data, list) = (starts.len() - 1, segment.range.end - segment.data.len());
        }
    }
    let mut symbols = SymbolTable::new();
    symbols.function(0, BY_ADDRESS, Some("by_address"));
    if has_symbol {
        symbols.data(0, "list", Some(DataSymbolDefinition { index: 0, offset: 0, size: 4 }));
    }
    let mut linking = LinkingSection::new();
    linking.symbol_table(&symbols);
    linking.append_to(&mut module);
    if has_symbol {
        // `late` refers to the list.
        let offset = (bodies[LATE as usize - 1] - starts[code]) as u32;
        let mention = [Relocation { kind: MEMORY_ADDR_LEB, offset, symbol: 1 }];
        module.extend(relocations("reloc.CODE", code as u32, &mention));
    }
    let entry = [Relocation { kind: TABLE_INDEX_I32, offset: (list - starts[data]) as u32, symbol: 0 }];
    module.extend(relocations("reloc.DATA", data as u32, &entry));
    module
}

const CUT: Cut<'_> = Cut { worker: "worker_", gates: &["page::gate"], late_exports: &["worker_open_late"] };

fn parts() -> Parts {
    let parts = split::split(&linked(true), &whole(), &CUT);
    for part in &parts.modules {
        wasmparser::validate(part).expect("a valid module");
    }
    parts
}

/// The functions in a part, recognized by their unique constants.
fn functions(part: &[u8]) -> BTreeSet<u32> {
    let mut found = BTreeSet::new();
    for payload in Parser::new(0).parse_all(part) {
        let Payload::CodeSectionEntry(body) = payload.expect("a module") else { continue };
        for operator in body.get_operators_reader().expect("a body") {
            if let Operator::I32Const { value } = operator.expect("an operator")
                && value >= 1_000
            {
                found.insert(value.cast_unsigned() / 1_000);
            }
        }
    }
    found
}

#[test]
fn a_function_is_in_the_first_part_that_can_reach_it() {
    let Parts { modules: [first, worker, rest], .. } = parts();
    // Functions with the same name cannot be told apart, so the twins stay in the first part.
    assert_eq!(functions(&first), BTreeSet::from([START, SHARED, TWIN, OTHER_TWIN]));
    assert_eq!(functions(&worker), BTreeSet::from([WORKER, BOTH]));
    assert_eq!(functions(&rest), BTreeSet::from([GATE, LATE, BY_ADDRESS, OPEN]));
}

/// A page or a worker, which instantiates the parts like the scripts.
struct Host {
    engine: Engine,
    store: Store<()>,
    first: Instance,
    lends: u32,
}

impl Host {
    fn new(parts: &Parts) -> Self {
        let engine = Engine::default();
        let mut store = Store::new(&engine, ());
        let seven = wasmi::Func::wrap(&mut store, || 7_i32);
        let module = wasmi::Module::new(&engine, &parts.modules[0]).expect("a module");
        let first = Instance::new(&mut store, &module, &[seven.into()]).expect("the part links");
        Self { engine, store, first, lends: parts.lends }
    }

    /// Instantiates a part: functions come from consecutive slots of the table, everything else by name.
    fn join(&mut self, part: &[u8]) {
        let module = wasmi::Module::new(&self.engine, part).expect("a module");
        let table = self.first.get_table(&self.store, "t0").expect("a table");
        let mut slot = u64::from(self.lends);
        let mut imports = Vec::<Extern>::new();
        for import in module.imports() {
            if matches!(import.ty(), ExternType::Func(_)) {
                let Some(Ref::Func(Nullable::Val(lent))) = table.get(&self.store, slot) else {
                    panic!("no function in slot {slot}")
                };
                imports.push(lent.into());
                slot += 1;
            } else {
                imports.push(
                    self.first.get_export(&self.store, import.name()).expect("the first part exports it"),
                );
            }
        }
        Instance::new(&mut self.store, &module, &imports).expect("the part links");
    }

    fn call(&mut self, export: &str) -> Option<i32> {
        let function = self.first.get_typed_func::<(), i32>(&self.store, export).expect("an export");
        function.call(&mut self.store, ()).ok()
    }
}

#[test]
fn the_parts_run_together_and_calls_into_missing_parts_trap() {
    let parts = parts();
    let mut host = Host::new(&parts);
    assert_eq!(["start", "worker_run", "worker_open_late"].map(|export| host.call(export)), [None; 3]);
    host.join(&parts.modules[1]);
    assert_eq!(host.call("worker_run"), Some(6_000 + 7_000 + 2_000));
    assert_eq!(["start", "worker_open_late"].map(|export| host.call(export)), [None; 2]);
    host.join(&parts.modules[2]);
    let late = 4_000 + 8_000 + 9_000 + 5_000;
    assert_eq!(host.call("start"), Some(1_000 + 2_000 + 3_000 + late + 7 + 7_000));
    assert_eq!(host.call("worker_run"), Some(6_000 + 7_000 + 2_000));
    assert_eq!(host.call("worker_open_late"), Some(10_000 + 2_000));
}

fn reached(graph: &Graph, from: Node, but: &[u32]) -> BTreeSet<u32> {
    graph.reached([from], &but.iter().copied().collect())
}

#[test]
fn an_address_in_memory_makes_its_function_reachable() {
    let graph = Graph::of(&linked(true));
    let late = Node::Function(LATE);
    assert_eq!(reached(&graph, late, &[]), BTreeSet::from([LATE, BY_ADDRESS, TWIN, OTHER_TWIN]));
    assert_eq!(reached(&graph, late, &[BY_ADDRESS]), BTreeSet::from([LATE, TWIN, OTHER_TWIN]));
    assert_eq!(reached(&graph, Node::Function(START), &[GATE]), BTreeSet::from([START, SHARED]));
    assert_eq!(reached(&graph, Node::Function(SHARED), &[]), BTreeSet::from([SHARED]));
    assert_eq!(graph.name(LATE), Some("page::late"));
    assert_eq!(graph.exports["worker_run"], WORKER);
}

#[test]
fn data_without_a_symbol_belongs_to_the_first_part() {
    let graph = Graph::of(&linked(false));
    assert_eq!(reached(&graph, Node::Function(LATE), &[]), BTreeSet::from([LATE, TWIN, OTHER_TWIN]));
    assert_eq!(reached(&graph, NOBODY, &[]), BTreeSet::from([BY_ADDRESS]));
    let Parts { modules, .. } = split::split(&linked(false), &whole(), &CUT);
    assert!(functions(&modules[0]).contains(&BY_ADDRESS));
}

#[test]
#[should_panic(expected = "the module has no relocations")]
fn a_module_without_relocations_panics() {
    Graph::of(&whole());
}

#[test]
#[should_panic(expected = "a gate is missing or inlined")]
fn a_missing_gate_panics() {
    split::split(&linked(true), &whole(), &Cut { gates: &["page::gate", "page::inlined"], ..CUT });
}

#[test]
#[should_panic(expected = "an export of the last part is missing")]
fn a_missing_export_panics() {
    split::split(&linked(true), &whole(), &Cut { late_exports: &["worker_close"], ..CUT });
}
