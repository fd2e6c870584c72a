//! `view! { <p class="lead">{words}</p> }`: compiles markup to calls of `mazzo-view`.
//!
//! The markup is HTML with every tag closed: elements, texts in quotes, and in braces any expression that converts to a view. The value
//! of an attribute is an expression that ends where the next attribute begins, so an expression with a `>` needs braces.

use proc_macro::{Delimiter, Group, Literal, TokenStream, TokenTree};

/// Compiles markup to a view.
#[proc_macro]
pub fn view(markup: TokenStream) -> TokenStream {
    let mut reader =
        Reader { tokens: markup.into_iter().collect(), at: 0, markup_text: String::new(), parts: Vec::new() };
    match reader.nodes(None) {
        Ok(()) => {
            // Without parts `mut` would be unused.
            let begin = if reader.parts.is_empty() { "let __parts" } else { "let mut __parts" };
            let begin = code(&format!("{begin} = ::mazzo_view::template::Parts::default();"));
            let end = call("__parts.fill", [text(&reader.markup_text)]);
            let all = [begin].into_iter().chain(reader.parts).chain([end]).collect();
            grouped(Delimiter::Brace, all)
        }
        Err(error) => call("::core::compile_error!", [text(&error)]),
    }
}

/// An expression continues after these keywords.
const PREFIX_KEYWORDS: [&str; 12] =
    ["move", "if", "else", "match", "return", "in", "as", "ref", "mut", "let", "dyn", "impl"];
/// An expression continues before these keywords.
const INFIX_KEYWORDS: [&str; 3] = ["else", "as", "in"];

fn code(text: &str) -> TokenStream {
    text.parse().unwrap_or_else(|_| unreachable!("written by us: {text}"))
}

fn text(text: &str) -> TokenStream {
    TokenStream::from(TokenTree::from(Literal::string(text)))
}

fn grouped(delimiter: Delimiter, tokens: TokenStream) -> TokenStream {
    TokenStream::from(TokenTree::from(Group::new(delimiter, tokens)))
}

fn with_commas(parts: impl IntoIterator<Item = TokenStream>) -> TokenStream {
    parts.into_iter().flat_map(|part| [part, code(",")]).collect()
}

fn call(name: &str, arguments: impl IntoIterator<Item = TokenStream>) -> TokenStream {
    [code(name), grouped(Delimiter::Parenthesis, with_commas(arguments))].into_iter().collect()
}

/// The literal as markup text, if it needs no escaping.
fn plain(literal: &Literal) -> Option<String> {
    let source = literal.to_string();
    let inner = source.strip_prefix('"')?.strip_suffix('"')?;
    (!inner.contains(['\\', '<', '{', '"'])).then(|| inner.to_owned())
}

struct Reader {
    tokens: Vec<TokenTree>,
    at: usize,
    /// The constant markup.
    markup_text: String,
    /// The code of the dynamic parts.
    parts: Vec<TokenStream>,
}

type ParseError = String;

impl Reader {
    fn peek(&self, ahead: usize) -> Option<&TokenTree> {
        self.tokens.get(self.at + ahead)
    }

    fn is(&self, ahead: usize, sign: char) -> bool {
        matches!(self.peek(ahead), Some(TokenTree::Punct(punct)) if punct.as_char() == sign)
    }

    fn expect(&mut self, sign: char) -> Result<(), ParseError> {
        if !self.is(0, sign) {
            let found = self.peek(0).map_or_else(|| "the end".to_owned(), ToString::to_string);
            return Err(format!("expected '{sign}', found '{found}'"));
        }
        self.at += 1;
        Ok(())
    }

    /// A name with dashes and colons.
    fn name(&mut self) -> Result<String, ParseError> {
        let mut name = String::new();
        loop {
            match self.peek(0) {
                Some(TokenTree::Ident(word)) => name.push_str(&word.to_string()),
                other => return Err(format!("expected a name after '{name}', found {other:?}")),
            }
            self.at += 1;
            let Some(sign) = ['-', ':'].into_iter().find(|&sign| self.is(0, sign)) else { return Ok(name) };
            name.push(sign);
            self.at += 1;
        }
    }

    fn write(&mut self, texts: &[&str]) {
        self.markup_text.extend(texts.iter().copied());
    }

    /// Writes a gap, and the code that fills it.
    fn gap(&mut self, kind: &str, value: TokenStream) {
        self.write(&["{}"]);
        self.parts.extend([call(&format!("__parts.{kind}"), [value]), code(";")]);
    }

    /// Parses the children of an element up to its end tag, or all markup.
    fn nodes(&mut self, of: Option<&str>) -> Result<(), ParseError> {
        loop {
            if self.is(0, '<') && self.is(1, '/') {
                self.at += 2;
                let name = self.name()?;
                self.expect('>')?;
                return if of == Some(&name) {
                    Ok(())
                } else {
                    Err(format!("end tag '{name}' does not match {of:?}"))
                };
            }
            if self.is(0, '<') {
                self.at += 1;
                self.element()?;
                continue;
            }
            match self.peek(0).cloned() {
                Some(TokenTree::Group(group)) => self.gap("child", group.stream()),
                Some(TokenTree::Literal(literal)) => match plain(&literal) {
                    Some(text) => self.write(&[&text]),
                    None => self.gap("child", TokenTree::from(literal).into()),
                },
                None if of.is_none() => return Ok(()),
                other => {
                    return Err(format!("expected a text in quotes or an expression in braces: {other:?}"));
                }
            }
            self.at += 1;
        }
    }

    fn element(&mut self) -> Result<(), ParseError> {
        let tag = self.name()?;
        self.write(&["<", &tag]);
        loop {
            if self.is(0, '/') {
                self.at += 1;
                self.expect('>')?;
                self.write(&["></>"]);
                return Ok(());
            }
            if self.is(0, '>') {
                self.at += 1;
                self.write(&[">"]);
                self.nodes(Some(&tag))?;
                self.write(&["</>"]);
                return Ok(());
            }
            self.attribute()?;
        }
    }

    fn attribute(&mut self) -> Result<(), ParseError> {
        let name = self.name()?;
        if !self.is(0, '=') {
            self.write(&[" ", &name, "=\"\""]);
            return Ok(());
        }
        self.at += 1;
        let value = self.value();
        let plain = match &value[..] {
            [TokenTree::Literal(literal)] => plain(literal),
            _ => None,
        };
        let (name, kind) = match name.split_once(':') {
            Some(("on", event @ "click")) => (event, "on_click"),
            Some(("on", event @ "submit")) => (event, "on_submit"),
            Some(("on", event)) => (event, "on_event"),
            Some(("prop", property)) => (property, "property"),
            Some(("bind", "value")) => ("value", "bind"),
            Some(_) => return Err(format!("unknown attribute '{name}'")),
            None if name == "node_ref" => ("", "node_ref"),
            None => (name.as_str(), "attribute"),
        };
        self.write(&[" ", name, "="]);
        match plain {
            Some(text) if kind == "attribute" => self.write(&["\"", &text, "\""]),
            _ => self.gap(kind, value.into_iter().collect()),
        }
        Ok(())
    }

    /// Parses an expression up to the next attribute or the end of the tag.
    fn value(&mut self) -> Vec<TokenTree> {
        let mut value: Vec<TokenTree> = Vec::new();
        while let Some(token) = self.peek(0) {
            let is_after_arrow =
                matches!(value.last(), Some(TokenTree::Punct(punct)) if "-=".contains(punct.as_char()));
            let is_done = match value.last() {
                Some(TokenTree::Ident(word)) => !PREFIX_KEYWORDS.contains(&word.to_string().as_str()),
                Some(TokenTree::Literal(_) | TokenTree::Group(_)) => true,
                Some(TokenTree::Punct(_)) | None => false,
            };
            let is_next = matches!(token, TokenTree::Ident(word) if !INFIX_KEYWORDS.contains(&word.to_string().as_str()));
            if (self.is(0, '>') && !is_after_arrow)
                || (self.is(0, '/') && self.is(1, '>'))
                || (is_done && is_next)
            {
                break;
            }
            value.push(token.clone());
            self.at += 1;
        }
        value
    }
}
