//! Compiles Fluent files to Rust: every message becomes a function of its variables.
//!
//! A message that is missing in a language, or has other variables there, fails the build. A variable that a message selects by is a
//! number, every other is a text.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::{Path, PathBuf};

#[path = "../src/sign.rs"]
mod sign;

use fluent_syntax::ast::{Entry, Expression, InlineExpression, Message, Pattern, PatternElement, VariantKey};

/// Files whose messages the page does not use: they come last, and the page does not load them.
const NOT_ON_PAGES: [&str; 7] = ["arena", "commands", "hints", "serve", "simulation", "study", "terminal"];

/// The texts of a language.
#[derive(Clone, Default)]
pub(crate) struct Texts {
    pub(crate) language: &'static str,
    /// Messages of the page.
    pub(crate) pages: String,
    /// All other messages.
    pub(crate) others: String,
}

/// The languages by their codes, in the order of `Lang::ALL`.
pub(crate) const LANGUAGES: [&str; 4] = ["en", "it", "es", "de"];

/// Reads the texts of all languages. Each of `folders` has a folder for each language, with a file for every part of the product.
pub(crate) fn read(folders: &[PathBuf]) -> [Texts; 4] {
    let file = |path: &Path| {
        std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    };
    let files = |folder: &Path| {
        let entries = folder.read_dir().unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("a readable folder").path()).collect();
        paths.sort();
        paths
    };
    LANGUAGES.map(|language| {
        let paths: Vec<PathBuf> = folders.iter().flat_map(|folder| files(&folder.join(language))).collect();
        let mut texts = Texts { language, ..Texts::default() };
        for path in &paths {
            let name = path.file_stem().unwrap_or_default().to_string_lossy();
            let is_other = NOT_ON_PAGES.contains(&name.as_ref());
            let part = if is_other { &mut texts.others } else { &mut texts.pages };
            part.push_str(&file(path));
            part.push('\n');
        }
        texts
    })
}

/// Prefixes of messages that can be looked up by id. Only these: the lookup table keeps its messages in every binary that uses it.
const LOOKED_UP: [&str; 5] = ["count-", "illegal-", "phrase-", "problem-", "rule-"];

type Messages<'a> = BTreeMap<&'a str, Message<&'a str>>;

#[derive(Default)]
struct Variables {
    all: BTreeSet<String>,
    numbers: BTreeSet<String>,
}

/// The output of the compiler.
pub(crate) struct Compiled {
    /// The functions.
    pub(crate) code: String,
    /// The patterns of each language, in the order of their numbers.
    pub(crate) patterns: Vec<(&'static str, String)>,
    /// Number of patterns of the page.
    #[cfg_attr(test, expect(dead_code, reason = "only the build script needs it"))]
    pub(crate) pages: usize,
}

/// Compiles all messages, or only those of the page. The other languages must match the first.
pub(crate) fn compile(texts: &[Texts], is_page: bool) -> Result<Compiled, String> {
    let both = |texts: &Texts| format!("{}\n{}", texts.pages, texts.others);
    let whole: Vec<String> = texts.iter().map(both).collect();
    let languages: Vec<(&'static str, Messages<'_>)> = texts
        .iter()
        .zip(&whole)
        .map(|(texts, whole)| Ok((texts.language, parse(texts.language, whole)?)))
        .collect::<Result<_, String>>()?;
    let Some(((reference, first), others)) = languages.split_first() else {
        return Err("no language".to_owned());
    };
    for (name, messages) in others {
        if let Some(missing) = first.keys().find(|id| !messages.contains_key(*id)) {
            return Err(format!("{name}: the message '{missing}' is missing"));
        }
        if let Some(extra) = messages.keys().find(|id| !first.contains_key(*id)) {
            return Err(format!("{name}: the message '{extra}' is not in {reference}"));
        }
    }

    let on_pages = parse(reference, &texts[0].pages)?;
    let (pages, rest): (Vec<&str>, Vec<&str>) = first.keys().partition(|id| on_pages.contains_key(*id));
    let mut compiled = Compiled {
        code: String::new(),
        patterns: languages.iter().map(|(name, _)| (*name, String::new())).collect(),
        pages: pages.len(),
    };
    let mut lookup = Vec::new();
    for (number, id) in pages.iter().chain(&rest).enumerate() {
        let mut variables = Variables::default();
        for (index, (name, messages)) in languages.iter().enumerate() {
            let mut own = Variables::default();
            pattern(messages, id)
                .map(|pattern| collect(pattern, &mut own))
                .ok_or(format!("{name}: '{id}' is empty"))??;
            if index > 0 && own.all != variables.all {
                return Err(format!("{name}: '{id}' has {:?}, {reference} has {:?}", own.all, variables.all));
            }
            variables.all.extend(own.all);
            variables.numbers.extend(own.numbers);
        }
        for ((_, messages), (_, patterns)) in languages.iter().zip(&mut compiled.patterns) {
            if number > 0 {
                patterns.push(sign::NEXT);
            }
            if let Some(pattern) = pattern(messages, id) {
                encode(patterns, pattern, &variables)?;
            }
        }
        if is_page && number >= pages.len() {
            continue;
        }
        function(&mut compiled.code, id, number, &variables)?;
        // The page has no table for the descriptions of the games: it knows their functions.
        let is_about = !is_page && id.starts_with("page-") && id.ends_with("-about");
        let is_looked_up = is_about || LOOKED_UP.iter().any(|prefix| id.starts_with(prefix));
        if is_looked_up && variables.all.is_empty() {
            lookup.push((*id, number));
        }
    }
    lookup.sort_unstable();
    write!(
        compiled.code,
        "/// Messages that are looked up by their id, in order.\nstatic LOOKED_UP: [(&str, u16); {}] = {lookup:?};\n",
        lookup.len()
    )
    .map_err(|e| e.to_string())?;
    Ok(compiled)
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
                    return Err(format!("{language}: the message '{id}' is defined twice"));
                }
            }
            Entry::Comment(_) | Entry::GroupComment(_) | Entry::ResourceComment(_) => {}
            Entry::Term(_) | Entry::Junk { .. } => {
                return Err(format!("{language}: only messages are allowed"));
            }
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
    Err(format!("only variables are allowed in a message, not {expression:?}"))
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

fn rust_name(id: &str) -> String {
    id.replace('-', "_")
}

/// Writes a function for a message with up to one variable, else a struct, so that every variable is named where the message is used.
/// The text is in a table: the code is the same for all messages.
fn function(code: &mut String, id: &str, number: usize, variables: &Variables) -> Result<(), String> {
    let write =
        |code: &mut String, text: std::fmt::Arguments<'_>| code.write_fmt(text).map_err(|e| e.to_string());
    let kind = |name: &str| if variables.numbers.contains(name) { "u64" } else { "&'a str" };
    let lifetime = if variables.all.iter().any(|name| kind(name) != "u64") { "<'a>" } else { "" };
    let named = variables.all.len() > 1;
    let value = |name: &String| {
        let kind = if variables.numbers.contains(name) { "Number" } else { "Text" };
        format!("Value::{kind}({}{})", if named { "self." } else { "" }, rust_name(name))
    };
    let values: Vec<String> = variables.all.iter().map(value).collect();
    let body = format!("crate::pattern::say(lang, {number}, &[{}])", values.join(", "));
    if named {
        let name = camel_case(id);
        write(code, format_args!("/// The message `{id}`.\n#[derive(Clone, Copy, Debug)]\n"))?;
        write(code, format_args!("pub struct {name}{lifetime} {{\n"))?;
        for variable in &variables.all {
            let (field, kind) = (rust_name(variable), kind(variable));
            write(code, format_args!("    /// `${variable}`.\n    pub {field}: {kind},\n"))?;
        }
        write(code, format_args!("}}\n\nimpl{lifetime} {name}{lifetime} {{\n"))?;
        return write(
            code,
            format_args!(
                "/// The sentence.\npub fn say(self, lang: Lang) -> String {{\n    {body}\n}}\n}}\n\n"
            ),
        );
    }
    write(code, format_args!("/// The message `{id}`.\npub fn {}{lifetime}(lang: Lang", rust_name(id)))?;
    for name in &variables.all {
        write(code, format_args!(", {}: {}", rust_name(name), kind(name)))?;
    }
    write(code, format_args!(") -> String {{\n    {body}\n}}\n\n"))
}

fn camel_case(id: &str) -> String {
    let capital = |word: &str| format!("{}{}", word[..1].to_uppercase(), &word[1..]);
    id.split('-').map(capital).collect()
}

/// Encodes a pattern for `pattern.rs`.
fn encode(out: &mut String, pattern: &Pattern<&str>, variables: &Variables) -> Result<(), String> {
    for element in &pattern.elements {
        match element {
            PatternElement::TextElement { value }
            | PatternElement::Placeable {
                expression: Expression::Inline(InlineExpression::StringLiteral { value }),
            } => {
                if value.chars().any(|c| c < ' ' && c != '\n') {
                    return Err(format!("'{value}' contains a control character"));
                }
                out.push_str(value);
            }
            PatternElement::Placeable { expression: Expression::Inline(inline) } => {
                out.extend([sign::VALUE, place(variable(inline)?, variables)]);
            }
            PatternElement::Placeable { expression: Expression::Select { selector, variants } } => {
                out.extend([sign::CHOICE, place(variable(selector)?, variables)]);
                let (default, special): (Vec<_>, Vec<_>) =
                    variants.iter().partition(|variant| variant.default);
                for variant in special.into_iter().chain(default) {
                    // All four languages have two plural forms: one, and other.
                    out.push_str(match variant.key {
                        _ if variant.default => "",
                        VariantKey::Identifier { name: "one" } => "1",
                        VariantKey::Identifier { name } => return Err(format!("'{name}' is not a number")),
                        VariantKey::NumberLiteral { value } => value,
                    });
                    out.push(sign::CASE);
                    encode(out, &variant.value, variables)?;
                    out.push(sign::CASE_ENDS);
                }
                out.push(sign::CHOICE_ENDS);
            }
        }
    }
    Ok(())
}

/// The index of a variable, as a letter.
fn place(name: &str, variables: &Variables) -> char {
    let place = variables.all.iter().position(|other| other == name).unwrap_or_default();
    char::from(b'a' + place as u8)
}
