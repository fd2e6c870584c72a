//! `view! { <p class="lead">{words}</p> }`: markup as calls of `mazzo-view`.
//!
//! The markup is that of HTML with every tag closed: elements, texts in quotes, and in braces whatever can be shown. The value of
//! an attribute is an expression: it ends where the next attribute begins, so what has a `>` in it belongs into braces.

use proc_macro::{Delimiter, Group, Literal, TokenStream, TokenTree};

/// Markup, as a view.
#[proc_macro]
pub fn view(markup: TokenStream) -> TokenStream {
    let mut reader = Reader { tokens: markup.into_iter().collect(), at: 0 };
    let written = reader.nodes(None).map(|mut nodes| match nodes.len() {
        1 => call("::mazzo_view::IntoView::into_view", [nodes.remove(0)]),
        _ => call("::mazzo_view::many", [listed(nodes)]),
    });
    written.unwrap_or_else(|wrong| call("::core::compile_error!", [text(&wrong)]))
}

/// Elements that are pictures, and so of another kind to a browser.
const PICTURES: [&str; 4] = ["svg", "use", "circle", "path"];
/// After these words an expression goes on.
const GOES_ON: [&str; 12] =
    ["move", "if", "else", "match", "return", "in", "as", "ref", "mut", "let", "dyn", "impl"];
/// Before these too.
const INFIX: [&str; 3] = ["else", "as", "in"];

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

fn listed(parts: Vec<TokenStream>) -> TokenStream {
    let views = parts.into_iter().map(|part| call("::mazzo_view::IntoView::into_view", [part]));
    let list = grouped(Delimiter::Bracket, with_commas(views));
    [code("::std::vec!"), list].into_iter().collect()
}

fn call(name: &str, arguments: impl IntoIterator<Item = TokenStream>) -> TokenStream {
    [code(name), grouped(Delimiter::Parenthesis, with_commas(arguments))].into_iter().collect()
}

struct Reader {
    tokens: Vec<TokenTree>,
    at: usize,
}

type Wrong = String;

impl Reader {
    fn peek(&self, ahead: usize) -> Option<&TokenTree> {
        self.tokens.get(self.at + ahead)
    }

    fn is(&self, ahead: usize, sign: char) -> bool {
        matches!(self.peek(ahead), Some(TokenTree::Punct(punct)) if punct.as_char() == sign)
    }

    fn expect(&mut self, sign: char) -> Result<(), Wrong> {
        if !self.is(0, sign) {
            let found = self.peek(0).map_or_else(|| "the end".to_owned(), ToString::to_string);
            return Err(format!("expected '{sign}', found '{found}'"));
        }
        self.at += 1;
        Ok(())
    }

    /// A name with dashes and colons.
    fn name(&mut self) -> Result<String, Wrong> {
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

    /// What stands in an element, to its end; or everything.
    fn nodes(&mut self, of: Option<&str>) -> Result<Vec<TokenStream>, Wrong> {
        let mut nodes = Vec::new();
        loop {
            if self.is(0, '<') && self.is(1, '/') {
                self.at += 2;
                let name = self.name()?;
                self.expect('>')?;
                return if of == Some(&name) {
                    Ok(nodes)
                } else {
                    Err(format!("'{name}' ends, {of:?} does not"))
                };
            }
            if self.is(0, '<') {
                self.at += 1;
                nodes.push(self.element()?);
                continue;
            }
            match self.peek(0) {
                Some(TokenTree::Group(group)) => {
                    nodes.push(group.stream());
                    self.at += 1;
                }
                Some(token @ TokenTree::Literal(_)) => {
                    nodes.push(token.clone().into());
                    self.at += 1;
                }
                None if of.is_none() => return Ok(nodes),
                other => return Err(format!("a text has quotes, and an expression braces: {other:?}")),
            }
        }
    }

    fn element(&mut self) -> Result<TokenStream, Wrong> {
        let tag = self.name()?;
        let new = if PICTURES.contains(&tag.as_str()) { "picture" } else { "new" };
        let mut parts = vec![call(&format!("::mazzo_view::El::{new}"), [text(&tag)])];
        loop {
            if self.is(0, '/') {
                self.at += 1;
                self.expect('>')?;
                return Ok(parts.into_iter().collect());
            }
            if self.is(0, '>') {
                self.at += 1;
                for node in self.nodes(Some(&tag))? {
                    parts.push(call(".child", [node]));
                }
                return Ok(parts.into_iter().collect());
            }
            parts.push(self.attribute()?);
        }
    }

    fn attribute(&mut self) -> Result<TokenStream, Wrong> {
        let name = self.name()?;
        if !self.is(0, '=') {
            return Ok(call(".set", [text(&name), text("")]));
        }
        self.at += 1;
        let value = self.value();
        let is_text =
            matches!(&value[..], [TokenTree::Literal(literal)] if literal.to_string().starts_with('"'));
        let value: TokenStream = value.into_iter().collect();
        Ok(match name.split_once(':') {
            Some(("on", event)) => call(&format!(".on_{event}"), [value]),
            Some(("prop", property)) => call(".property", [text(property), value]),
            Some(("bind", "value")) => call(".bind", [value]),
            Some(_) => return Err(format!("there is no attribute '{name}'")),
            None if name == "node_ref" => call(".node_ref", [value]),
            None if is_text => call(".set", [text(&name), value]),
            None => call(".attribute", [text(&name), value]),
        })
    }

    /// An expression, to where the next attribute begins or the tag ends.
    fn value(&mut self) -> Vec<TokenTree> {
        let mut value: Vec<TokenTree> = Vec::new();
        while let Some(token) = self.peek(0) {
            let is_after_arrow =
                matches!(value.last(), Some(TokenTree::Punct(punct)) if "-=".contains(punct.as_char()));
            let is_done = match value.last() {
                Some(TokenTree::Ident(word)) => !GOES_ON.contains(&word.to_string().as_str()),
                Some(TokenTree::Literal(_) | TokenTree::Group(_)) => true,
                Some(TokenTree::Punct(_)) | None => false,
            };
            let is_next =
                matches!(token, TokenTree::Ident(word) if !INFIX.contains(&word.to_string().as_str()));
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
