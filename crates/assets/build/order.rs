//! The functions of a module in an order in which they pack well.
//!
//! Generic code makes many functions that are nearly the same. Side by side they cost next to nothing, far from each other the
//! packer has to say where the other one was: each followed by the one that is most like it, the module is five per cent smaller.
//! What it does is the same.

#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "the parts of a module are many, and only some of them are of interest"
)]

use std::collections::BTreeMap;
use std::convert::Infallible;

use crate::alike;
use wasm_encoder::reencode::{Error, Reencode, utils};
use wasm_encoder::{
    CodeSection, DataCountSection, DataSection, ElementSection, ExportSection, FunctionSection,
    GlobalSection, ImportSection, MemorySection, Module, StartSection, TableSection, TypeSection,
};
use wasmparser::{
    BinaryReaderError, Export, ExportSectionReader, ExternalKind, FunctionBody, FunctionSectionReader,
    Import, ImportSectionReader, Parser, Payload, TypeRef,
};

/// How names begin that the compiler has made.
const MANGLED: &str = "_R";

/// Where functions go.
struct Order<'a> {
    /// Those of others, which come first and stay.
    imports: u32,
    /// By new place, the old one.
    old: Vec<u32>,
    /// By old place, the new one.
    new: Vec<u32>,
    /// By the name of what the module takes from others or gives them, the name that it gets.
    names: &'a BTreeMap<String, String>,
}

impl Reencode for Order<'_> {
    type Error = Infallible;

    fn function_index(&mut self, function: u32) -> Result<u32, Error<Infallible>> {
        let own = function.checked_sub(self.imports);
        Ok(own.map_or(function, |own| self.imports + self.new[own as usize]))
    }

    fn parse_import_section(
        &mut self,
        out: &mut ImportSection,
        section: ImportSectionReader<'_>,
    ) -> Result<(), Error<Infallible>> {
        for import in section.into_imports() {
            let Import { module, name, ty } = import?;
            let kind = self.entity_type(ty)?;
            out.import(module, self.names.get(name).map_or(name, String::as_str), kind);
        }
        Ok(())
    }

    fn parse_export_section(
        &mut self,
        out: &mut ExportSection,
        section: ExportSectionReader<'_>,
    ) -> Result<(), Error<Infallible>> {
        for export in section {
            let Export { name, kind, index } = export?;
            let index = if kind == ExternalKind::Func { self.function_index(index)? } else { index };
            out.export(self.names.get(name).map_or(name, String::as_str), self.export_kind(kind)?, index);
        }
        Ok(())
    }

    fn parse_function_section(
        &mut self,
        out: &mut FunctionSection,
        section: FunctionSectionReader<'_>,
    ) -> Result<(), Error<Infallible>> {
        let types: Vec<u32> = section.into_iter().collect::<Result<_, _>>()?;
        for &old in &self.old {
            out.function(types[old as usize]);
        }
        Ok(())
    }
}

fn order<'a>(
    module: &'a [u8],
    names: &'a BTreeMap<String, String>,
    staying: usize,
) -> Result<(Order<'a>, Vec<FunctionBody<'a>>), BinaryReaderError> {
    let (mut imports, mut bodies) = (0, Vec::new());
    for payload in Parser::new(0).parse_all(module) {
        match payload? {
            Payload::ImportSection(section) => {
                for import in section.into_imports() {
                    imports += u32::from(matches!(import?.ty, TypeRef::Func(_)));
                }
            }
            Payload::CodeSectionEntry(body) => bodies.push(body),
            _ => {}
        }
    }
    let (_, moving) = bodies.split_at(staying);
    let chain = alike::chain(&moving.iter().map(FunctionBody::as_bytes).collect::<Vec<_>>());
    let old: Vec<u32> =
        (0..staying as u32).chain(chain.into_iter().map(|place| staying as u32 + place)).collect();
    let mut new = vec![0; old.len()];
    for (place, &index) in old.iter().enumerate() {
        new[index as usize] = place as u32;
    }
    Ok((Order { imports, old, new, names }, bodies))
}

fn reordered(
    module: &[u8],
    names: &BTreeMap<String, String>,
    staying: usize,
) -> Result<Vec<u8>, Error<Infallible>> {
    let (mut order, bodies) = order(module, names, staying)?;
    let mut out = Module::new();
    macro_rules! section {
        ($new:ty, $parse:ident, $section:expr) => {{
            let mut section = <$new>::new();
            order.$parse(&mut section, $section)?;
            out.section(&section);
        }};
    }
    for payload in Parser::new(0).parse_all(module) {
        match payload? {
            Payload::TypeSection(section) => section!(TypeSection, parse_type_section, section),
            Payload::ImportSection(section) => section!(ImportSection, parse_import_section, section),
            Payload::FunctionSection(section) => section!(FunctionSection, parse_function_section, section),
            Payload::TableSection(section) => section!(TableSection, parse_table_section, section),
            Payload::MemorySection(section) => section!(MemorySection, parse_memory_section, section),
            Payload::GlobalSection(section) => section!(GlobalSection, parse_global_section, section),
            Payload::ExportSection(section) => section!(ExportSection, parse_export_section, section),
            Payload::ElementSection(section) => section!(ElementSection, parse_element_section, section),
            Payload::DataSection(section) => section!(DataSection, parse_data_section, section),
            Payload::DataCountSection { count, .. } => {
                out.section(&DataCountSection { count });
            }
            Payload::StartSection { func, .. } => {
                let function_index = order.function_index(func)?;
                out.section(&StartSection { function_index });
            }
            Payload::CodeSectionStart { .. } => {
                let mut section = CodeSection::new();
                for index in order.old.clone() {
                    utils::parse_function_body(&mut order, &mut section, bodies[index as usize].clone())?;
                }
                out.section(&section);
            }
            // Names and the like, which nobody is sent.
            Payload::CustomSection(_)
            | Payload::CodeSectionEntry(_)
            | Payload::Version { .. }
            | Payload::End(_) => {}
            other => panic!("a module of ours has no {other:?}"),
        }
    }
    Ok(out.finish())
}

/// The names between a module and its glue that nobody else knows: what it takes, and what it gives under a name of the compiler's.
pub(crate) fn private_names(module: &[u8]) -> Vec<String> {
    let mut names = Vec::new();
    for payload in Parser::new(0).parse_all(module) {
        match payload {
            Ok(Payload::ImportSection(section)) => {
                names.extend(section.into_imports().flatten().map(|import| import.name.to_owned()));
            }
            Ok(Payload::ExportSection(section)) => {
                let exports = section.into_iter().flatten().map(|export| export.name);
                names.extend(exports.filter(|name| name.starts_with(MANGLED)).map(str::to_owned));
            }
            _ => {}
        }
    }
    names
}

/// The same module, packed better; what it takes from others goes by these names, and so many functions stay where they are.
pub(crate) fn sorted(module: &[u8], names: &BTreeMap<String, String>, staying: usize) -> Vec<u8> {
    reordered(module, names, staying).unwrap_or_else(|error| panic!("a module can be read: {error}"))
}
