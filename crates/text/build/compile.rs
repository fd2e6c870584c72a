//! From Fluent files to Rust: every message becomes a function that takes its variables.
//!
//! A message that is missing in a language, or has other variables there, is an error of the build: nobody meets a
//! hole in a sentence at run time. A variable that a message selects by is a number, every other is a text.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;

use fluent_syntax::ast::{Entry, Expression, InlineExpression, Message, Pattern, PatternElement, VariantKey};

/// The texts of all languages: a folder each, with a file for every part of the product.
pub(crate) fn read(folder: &Path) -> [(&'static str, String); 4] {
    let file = |path: &Path| {
        std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    };
    ["en", "it", "es", "de"].map(|language| {
        let folder = folder.join(language);
        let entries = folder.read_dir().unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        let mut paths: Vec<_> =
            entries.map(|entry| entry.expect("a folder that can be read").path()).collect();
        paths.sort();
        (language, paths.iter().map(|path| file(path)).collect::<Vec<_>>().join("\n"))
    })
}

/// Messages that are found by their id begin so. Only these: what can be found is carried along by whoever looks.
const LOOKED_UP: [&str; 5] = ["count-", "illegal-", "phrase-", "problem-", "rule-"];

type Messages<'a> = BTreeMap<&'a str, Message<&'a str>>;

#[derive(Default)]
struct Variables {
    all: BTreeSet<String>,
    numbers: BTreeSet<String>,
}

/// The code of all messages. The first language is the one that the others are held to.
pub(crate) fn compile(texts: &[(&str, String)]) -> Result<String, String> {
    let languages: Vec<(&str, Messages<'_>)> =
        texts.iter().map(|(name, text)| Ok((*name, parse(name, text)?))).collect::<Result<_, String>>()?;
    let Some(((model, first), others)) = languages.split_first() else {
        return Err("no language".to_owned());
    };
    for (name, messages) in others {
        if let Some(missing) = first.keys().find(|id| !messages.contains_key(*id)) {
            return Err(format!("{name}: the message '{missing}' is missing"));
        }
        if let Some(extra) = messages.keys().find(|id| !first.contains_key(*id)) {
            return Err(format!("{name}: the message '{extra}' is not in {model}"));
        }
    }

    let mut code = String::new();
    let mut plain = String::new();
    for id in first.keys() {
        let mut variables = Variables::default();
        for (index, (name, messages)) in languages.iter().enumerate() {
            let mut own = Variables::default();
            pattern(messages, id)
                .map(|pattern| collect(pattern, &mut own))
                .ok_or(format!("{name}: '{id}' is empty"))??;
            if index > 0 && own.all != variables.all {
                return Err(format!("{name}: '{id}' has {:?}, {model} has {:?}", own.all, variables.all));
            }
            variables.all.extend(own.all);
            variables.numbers.extend(own.numbers);
        }
        function(&mut code, id, &languages, &variables)?;
        if LOOKED_UP.iter().any(|prefix| id.starts_with(prefix)) && variables.all.is_empty() {
            writeln!(plain, "        {id:?} => Some({}(lang)),", rust_name(id)).map_err(|e| e.to_string())?;
        }
    }
    write!(
        code,
        "/// The message with this id, if it is one that is looked up so.\n\
         pub fn lookup(lang: Lang, id: &str) -> Option<String> {{\n    match id {{\n{plain}        _ => None,\n    }}\n}}\n"
    )
    .map_err(|e| e.to_string())?;
    Ok(code)
}

fn parse<'a>(language: &str, text: &'a str) -> Result<Messages<'a>, String> {
    let resource =
        fluent_syntax::parser::parse(text).map_err(|(_, errors)| format!("{language}: {errors:?}"))?;
    let mut messages = Messages::new();
    for entry in resource.body {
        match entry {
            Entry::Message(message) => {
                let id = message.id.name;
                if messages.insert(id, message).is_some() {
                    return Err(format!("{language}: the message '{id}' is there twice"));
                }
            }
            Entry::Comment(_) | Entry::GroupComment(_) | Entry::ResourceComment(_) => {}
            Entry::Term(_) | Entry::Junk { .. } => return Err(format!("{language}: only messages, please")),
        }
    }
    Ok(messages)
}

fn pattern<'a, 'b>(messages: &'b Messages<'a>, id: &str) -> Option<&'b Pattern<&'a str>> {
    messages.get(id).and_then(|message| message.value.as_ref())
}

fn variable<'a>(expression: &InlineExpression<&'a str>) -> Result<&'a str, String> {
    if let InlineExpression::VariableReference { id } = expression {
        return Ok(id.name);
    }
    Err(format!("only variables can stand in a message, not {expression:?}"))
}

fn collect(pattern: &Pattern<&str>, variables: &mut Variables) -> Result<(), String> {
    for element in &pattern.elements {
        let PatternElement::Placeable { expression } = element else { continue };
        match expression {
            Expression::Inline(InlineExpression::StringLiteral { .. }) => {}
            Expression::Inline(inline) => {
                variables.all.insert(variable(inline)?.to_owned());
            }
            Expression::Select { selector, variants } => {
                let name = variable(selector)?.to_owned();
                variables.numbers.insert(name.clone());
                variables.all.insert(name);
                variants.iter().try_for_each(|variant| collect(&variant.value, variables))?;
            }
        }
    }
    Ok(())
}

/// The text of a pattern without variables.
fn whole(pattern: &Pattern<&str>) -> String {
    let text = |element: &PatternElement<&str>| match element {
        PatternElement::TextElement { value }
        | PatternElement::Placeable {
            expression: Expression::Inline(InlineExpression::StringLiteral { value }),
        } => (*value).to_owned(),
        PatternElement::Placeable { .. } => String::new(),
    };
    pattern.elements.iter().map(text).collect()
}

fn rust_name(id: &str) -> String {
    id.replace('-', "_")
}

/// A message with up to one variable is a function; with more it is a struct, so that every variable is named where
/// the message is used and none can be taken for another.
fn function(
    code: &mut String,
    id: &str,
    languages: &[(&str, Messages<'_>)],
    variables: &Variables,
) -> Result<(), String> {
    let write =
        |code: &mut String, text: std::fmt::Arguments<'_>| code.write_fmt(text).map_err(|e| e.to_string());
    let kind = |name: &str| if variables.numbers.contains(name) { "u64" } else { "&'a str" };
    let lifetime = if variables.all.iter().any(|name| kind(name) != "u64") { "<'a>" } else { "" };
    let named = variables.all.len() > 1;
    if named {
        let name = camel_case(id);
        write(code, format_args!("/// The message `{id}`.\n#[derive(Clone, Copy, Debug)]\n"))?;
        write(code, format_args!("pub struct {name}{lifetime} {{\n"))?;
        for variable in &variables.all {
            let (field, kind) = (rust_name(variable), kind(variable));
            write(code, format_args!("    /// `${variable}`.\n    pub {field}: {kind},\n"))?;
        }
        write(code, format_args!("}}\n\nimpl{lifetime} {name}{lifetime} {{\n"))?;
        write(code, format_args!("/// The sentence.\npub fn say(self, lang: Lang) -> String {{\n"))?;
        let fields: Vec<String> = variables.all.iter().map(|name| rust_name(name)).collect();
        write(code, format_args!("    let Self {{ {} }} = self;\n", fields.join(", ")))?;
    } else {
        write(code, format_args!("/// The message `{id}`.\npub fn {}{lifetime}(lang: Lang", rust_name(id)))?;
        for name in &variables.all {
            write(code, format_args!(", {}: {}", rust_name(name), kind(name)))?;
        }
        write(code, format_args!(") -> String {{\n"))?;
    }
    if variables.all.is_empty() {
        // One text a language: a table, and no code for each.
        write(code, format_args!("    let text = match lang {{\n"))?;
        for (language, messages) in languages {
            let text = pattern(messages, id).map(whole).unwrap_or_default();
            write(code, format_args!("        Lang::{} => {text:?},\n", camel_case(language)))?;
        }
        return write(code, format_args!("    }};\n    text.to_owned()\n}}\n\n"));
    }
    write(code, format_args!("    let mut out = String::new();\n    match lang {{\n"))?;
    for (language, messages) in languages {
        let variant = camel_case(language);
        write(code, format_args!("        Lang::{variant} => {{\n"))?;
        if let Some(pattern) = pattern(messages, id) {
            body(code, pattern, variables)?;
        }
        write(code, format_args!("        }}\n"))?;
    }
    write(code, format_args!("    }}\n    out\n}}\n\n"))?;
    if named { write(code, format_args!("}}\n\n")) } else { Ok(()) }
}

fn camel_case(id: &str) -> String {
    let capital = |word: &str| format!("{}{}", word[..1].to_uppercase(), &word[1..]);
    id.split('-').map(capital).collect()
}

fn body(code: &mut String, pattern: &Pattern<&str>, variables: &Variables) -> Result<(), String> {
    for element in &pattern.elements {
        match element {
            PatternElement::TextElement { value } => {
                writeln!(code, "            out.push_str({value:?});").map_err(|e| e.to_string())?;
            }
            PatternElement::Placeable { expression } => placeable(code, expression, variables)?,
        }
    }
    Ok(())
}

fn placeable(code: &mut String, expression: &Expression<&str>, variables: &Variables) -> Result<(), String> {
    match expression {
        Expression::Inline(InlineExpression::StringLiteral { value }) => {
            writeln!(code, "            out.push_str({value:?});").map_err(|e| e.to_string())
        }
        Expression::Inline(inline) => {
            let name = variable(inline)?;
            let text = if variables.numbers.contains(name) {
                format!("&crate::number(lang, {})", rust_name(name))
            } else {
                rust_name(name)
            };
            writeln!(code, "            out.push_str({text});").map_err(|e| e.to_string())
        }
        Expression::Select { selector, variants } => {
            let name = rust_name(variable(selector)?);
            writeln!(code, "            match {name} {{").map_err(|e| e.to_string())?;
            let (default, special): (Vec<_>, Vec<_>) = variants.iter().partition(|variant| variant.default);
            for variant in special.into_iter().chain(default) {
                // In all four languages whole numbers have two forms: one, and the others.
                let arm = match variant.key {
                    _ if variant.default => "_".to_owned(),
                    VariantKey::Identifier { name: "one" } => "1".to_owned(),
                    VariantKey::Identifier { name } => return Err(format!("'{name}' is no number")),
                    VariantKey::NumberLiteral { value } => value.to_owned(),
                };
                writeln!(code, "            {arm} => {{").map_err(|e| e.to_string())?;
                body(code, &variant.value, variables)?;
                writeln!(code, "            }}").map_err(|e| e.to_string())?;
            }
            writeln!(code, "            }}").map_err(|e| e.to_string())
        }
    }
}
