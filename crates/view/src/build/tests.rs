//! The differ, on a document in memory.

use std::cell::Cell;

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng as _, SeedableRng as _};

use super::*;
use crate::core::{flush, on_cleanup};
use crate::dom::{body, changes};
use crate::element::NodeRef;
use crate::signal::RwSignal;
use crate::view::{IntoView, fresh, many};

fn el(tag: &'static str, has: Vec<(&'static str, What)>, children: Vec<AnyView>) -> AnyView {
    El { tag, is_picture: false, has, children }.into_view()
}

fn stays(value: &'static str) -> What {
    What::Stays(Some(Cow::Borrowed(value)))
}

/// An item of a list, with its text.
fn item(text: &'static str) -> AnyView {
    el("li", Vec::new(), vec![text.into_view()])
}

/// A page that shows what the closure returns. What it took to build it is not noted.
fn page(view: impl FnMut() -> AnyView + 'static) -> Element {
    let body = body();
    mount(&body, move || view.into_view());
    changes();
    body
}

#[test]
fn only_what_differs_is_changed() {
    let count = RwSignal::new(1);
    let body = page(move || {
        let number = || count.get().to_string();
        let class = if count.get() > 1 { "many" } else { "one" };
        let title = el("h1", vec![("id", stays("title"))], vec!["Cards".into_view()]);
        let lead = el("p", vec![("class", stays(class)), ("lang", stays("en"))], vec![number().into_view()]);
        el("main", Vec::new(), vec![title, lead, ().into_view()])
    });
    assert_eq!(body.html(), "body[main[h1 id=title['Cards'] p class=one lang=en['1'] -]]");
    count.set(2);
    flush();
    assert_eq!(changes(), ["p@class=many", "'1' to '2'"]);
    count.set(3);
    flush();
    assert_eq!(changes(), ["'2' to '3'"]);
    count.set(3);
    flush();
    assert!(changes().is_empty(), "nothing differs");
}

#[test]
fn nodes_of_the_same_kind_are_kept() {
    let turn = RwSignal::new(0);
    let body = page(move || {
        let label = if turn.get() == 0 { "Play" } else { "Pass" };
        let button = el("button", vec![("class", stays(label))], vec![label.into_view()]);
        el("form", Vec::new(), vec![turn.get().into_view(), button])
    });
    let nodes = |body: &Element| {
        let form = body.children()[0].clone();
        (form.clone(), form.children()[1].clone(), form.children()[1].children()[0].clone())
    };
    let before = nodes(&body);
    turn.set(1);
    flush();
    assert_eq!(nodes(&body), before, "a button that has the focus keeps it");
    assert_eq!(body.html(), "body[form['1' button class=Pass['Pass']]]");
}

#[test]
fn an_element_with_another_tag_or_other_attributes_is_replaced_in_its_place() {
    let turn = RwSignal::new(0);
    let body = page(move || {
        let middle = match turn.get() {
            0 => el("p", Vec::new(), Vec::new()),
            1 => el("q", Vec::new(), Vec::new()),
            2 => el("q", vec![("id", stays("a"))], Vec::new()),
            3 => "text".into_view(),
            4 => ().into_view(),
            _ => many(vec!["one".into_view(), "two".into_view()]),
        };
        many(vec!["before".into_view(), middle, "after".into_view()])
    });
    let outer = body.children();
    let shown = ["p[]", "q[]", "q id=a[]", "'text'", "-", "'one' 'two' -", "-", "p[]"];
    for (turn_now, shown) in [0, 1, 2, 3, 4, 5, 4, 0].into_iter().zip(shown) {
        turn.set(turn_now);
        flush();
        assert_eq!(body.html(), format!("body['before' {shown} 'after' -]"));
        assert_eq!(body.children().first(), outer.first());
        assert_eq!(body.children().last(), outer.last());
    }
}

/// Lists have no keys: an item is matched with the one that was in its place.
#[test]
fn lists_grow_and_shrink_at_their_end() {
    let items = RwSignal::new(vec!["a", "b", "c"]);
    let body = page(move || {
        let list = many(items.get().into_iter().map(item).collect());
        el("ul", Vec::new(), vec![list, "end".into_view()])
    });
    let list = || body.children()[0].children();
    let three = list();
    items.set(vec!["a", "b", "c", "d"]);
    flush();
    assert_eq!(changes(), ["li + 'd'", "ul + li"]);
    assert_eq!(list()[..3], three[..3]);
    items.set(vec!["c", "b", "a"]);
    flush();
    assert_eq!(changes(), ["'a' to 'c'", "'c' to 'a'", "ul - li"], "the texts are exchanged, not the items");
    assert_eq!(list(), three);
    items.set(Vec::new());
    flush();
    assert_eq!(changes(), ["ul - li", "ul - li", "ul - li"]);
    items.set(vec!["z"]);
    flush();
    assert_eq!(body.html(), "body[ul[li['z'] - 'end']]", "the list grows again where it was");
}

#[test]
fn attributes_follow_values_without_their_element_being_shown_anew() {
    let (class, title) = (RwSignal::new("a"), RwSignal::new(None));
    let shown = Rc::new(Cell::new(0));
    let count = Rc::clone(&shown);
    let body = page(move || {
        count.set(count.get() + 1);
        let has = vec![
            ("class", What::Follows(Box::new(move || Some(class.get().into())))),
            ("title", What::Follows(Box::new(move || title.get().map(Cow::Borrowed)))),
        ];
        el("p", has, Vec::new())
    });
    class.set("b");
    title.set(Some("now"));
    flush();
    assert_eq!(changes(), ["p@class=b", "p@title=now"]);
    class.set("b");
    title.set(None);
    flush();
    assert_eq!(changes(), ["p@title"], "removed, and the same class is not written again");
    assert_eq!((body.html().as_str(), shown.get()), ("body[p class=b[]]", 1));
}

#[test]
fn a_property_is_written_when_it_differs() {
    let (turn, value) = (RwSignal::new(0), RwSignal::new("Ada".to_owned()));
    let body = page(move || {
        turn.get();
        el("input", vec![("value", What::Property(Box::new(move || value.get().into())))], Vec::new())
    });
    assert_eq!(body.html(), "body[input .value=Ada[]]");
    value.set("Ada".to_owned());
    turn.set(1);
    flush();
    assert!(changes().is_empty(), "what is being typed is not disturbed");
    value.set("Bea".to_owned());
    flush();
    assert_eq!(changes(), ["input.value"]);
}

#[test]
fn a_listener_is_there_once_and_calls_the_newest_handler() {
    let (turn, heard) = (RwSignal::new(0), Rc::new(RefCell::new(Vec::new())));
    let notes = Rc::clone(&heard);
    let body = page(move || {
        let (now, notes) = (turn.get(), Rc::clone(&notes));
        let listener = What::Heard(Box::new(move |_| notes.borrow_mut().push(now)));
        if now < 3 {
            el("button", vec![("click", listener)], Vec::new())
        } else {
            el("a", vec![("click", listener)], Vec::new())
        }
    });
    let button = body.children()[0].clone();
    for now in 0..3 {
        turn.set(now);
        flush();
        assert_eq!(button.dispatch("click"), 1);
        assert_eq!(button.dispatch("input"), 0);
    }
    turn.set(3);
    flush();
    assert_eq!(button.dispatch("click"), 0, "nobody listens to an element that is gone");
    assert_eq!(body.children()[0].dispatch("click"), 1);
    assert_eq!(*heard.borrow(), [0, 1, 2, 3]);
}

#[test]
fn fresh_is_replaced_each_time_and_nothing_around_it() {
    let turn = RwSignal::new(0);
    let body = page(move || {
        turn.get();
        el("div", Vec::new(), vec![item("a"), fresh(item("b")), item("c")])
    });
    let items = || body.children()[0].children();
    let before = items();
    turn.set(1);
    flush();
    assert_eq!(
        items().iter().zip(&before).map(|(now, before)| now == before).collect::<Vec<_>>(),
        [true, false, true]
    );
    assert_eq!(body.html(), "body[div[li['a'] li['b'] li['c']]]");
}

#[test]
fn a_node_ref_is_told_its_element_and_the_one_that_replaces_it() {
    let (is_link, known) = (RwSignal::new(false), NodeRef::new());
    let body =
        page(move || el(if is_link.get() { "a" } else { "p" }, vec![("", What::Known(known))], Vec::new()));
    let shown = || Some(body.children()[0].clone());
    assert_eq!(known.get().map(Node::from), shown());
    is_link.set(true);
    flush();
    assert_eq!(known.get().map(Node::from), shown());
}

#[test]
fn an_inner_closure_changes_alone_and_ends_once_with_what_is_around_it() {
    let (is_there, inner) = (RwSignal::new(true), RwSignal::new(0));
    let notes = Rc::new(RefCell::new(Vec::new()));
    let hand = Rc::clone(&notes);
    let body = page(move || {
        if !is_there.get() {
            return ().into_view();
        }
        let notes = Rc::clone(&hand);
        let part = move || {
            let (number, notes) = (inner.get(), Rc::clone(&notes));
            notes.borrow_mut().push(format!("begin {number}"));
            on_cleanup(move || notes.borrow_mut().push(format!("end {number}")));
            number
        };
        el("div", Vec::new(), vec!["number ".into_view(), part.into_view()])
    });
    inner.set(1);
    flush();
    assert_eq!(changes(), ["'0' to '1'"]);
    is_there.set(false);
    flush();
    inner.set(2);
    flush();
    assert_eq!(*notes.borrow(), ["begin 0", "end 0", "begin 1", "end 1"]);
    assert_eq!(body.html(), "body[-]");
}

/// Parts of a page that are closures of their own.
const PARTS: usize = 3;

/// A page, as a value that can be compared, drawn and changed at random.
#[derive(Clone, Debug)]
enum Tree {
    Nothing,
    Text(u64),
    Element {
        tag: &'static str,
        class: Option<u64>,
        has_listener: bool,
        children: Vec<Tree>,
    },
    Many(Vec<Tree>),
    Fresh(Box<Tree>),
    /// What this part shows, which is followed.
    Part(usize),
}

type Luck = Xoshiro256PlusPlus;

impl Tree {
    /// A tree that holds parts from this number on, so that no part holds itself.
    fn random(luck: &mut Luck, parts: usize, depth: u64) -> Self {
        let below = |luck: &mut Luck| {
            (0..luck.next_u64() % 4).map(|_| Self::random(luck, parts, depth - 1)).collect::<Vec<_>>()
        };
        match luck.next_u64() % if depth == 0 { 3 } else { 9 } {
            0 => Self::Nothing,
            1 => Self::Text(luck.next_u64() % 3),
            2 if parts < PARTS => Self::Part(parts + (luck.next_u64() as usize) % (PARTS - parts)),
            2 => Self::Text(3),
            3 | 4 => Self::Many(below(luck)),
            5 => Self::Fresh(Box::new(Self::random(luck, parts, depth - 1))),
            _ => Self::Element {
                tag: ["p", "q"][(luck.next_u64() % 2) as usize],
                class: Some(luck.next_u64() % 3).filter(|class| *class > 0),
                has_listener: luck.next_u64().is_multiple_of(3),
                children: below(luck),
            },
        }
    }

    /// The same tree but for a few places, as pages change.
    fn changed(&self, luck: &mut Luck, parts: usize, depth: u64) -> Self {
        if luck.next_u64().is_multiple_of(8) {
            return Self::random(luck, parts, depth);
        }
        let depth = depth.saturating_sub(1);
        let all = |luck: &mut Luck, trees: &[Self]| {
            let mut trees: Vec<Self> = trees.iter().map(|tree| tree.changed(luck, parts, depth)).collect();
            match luck.next_u64() % 6 {
                0 => trees.push(Self::random(luck, parts, depth)),
                1 if !trees.is_empty() => drop(trees.remove(luck.next_u64() as usize % trees.len())),
                2 => trees.reverse(),
                _ => {}
            }
            trees
        };
        match self {
            Self::Nothing | Self::Text(_) | Self::Part(_) => self.clone(),
            Self::Many(trees) => Self::Many(all(luck, trees)),
            Self::Fresh(tree) => Self::Fresh(Box::new(tree.changed(luck, parts, depth))),
            Self::Element { tag, has_listener, children, .. } => Self::Element {
                tag,
                class: Some(luck.next_u64() % 3).filter(|class| *class > 0),
                has_listener: *has_listener,
                children: all(luck, children),
            },
        }
    }

    fn view(&self, parts: [RwSignal<Self>; PARTS]) -> AnyView {
        let all = |trees: &[Self]| trees.iter().map(|tree| tree.view(parts)).collect();
        match self {
            Self::Nothing => ().into_view(),
            Self::Text(number) => number.into_view(),
            Self::Many(trees) => many(all(trees)),
            Self::Fresh(tree) => fresh(tree.view(parts)),
            Self::Part(part) => {
                let part = parts[*part];
                (move || part.get().view(parts)).into_view()
            }
            Self::Element { tag, class, has_listener, children } => {
                let mut has = vec![("class", What::Stays(class.map(|class| class.to_string().into())))];
                if *has_listener {
                    has.push(("click", What::Heard(Box::new(|_| ()))));
                }
                el(tag, has, all(children))
            }
        }
    }
}

#[test]
fn what_was_changed_looks_like_what_is_built_anew() {
    for seed in 0..400 {
        let mut luck = Luck::seed_from_u64(seed);
        let parts = std::array::from_fn(|part| RwSignal::new(Tree::random(&mut luck, part + 1, 2)));
        let root = RwSignal::new(Tree::random(&mut luck, 0, 4));
        let body = page(move || root.get().view(parts));
        for step in 0..20 {
            let part = luck.next_u64() as usize % (PARTS + 1);
            match parts.get(part) {
                Some(signal) => signal.set(signal.get().changed(&mut luck, part + 1, 2)),
                None => root.set(root.get().changed(&mut luck, 0, 4)),
            }
            flush();
            let anew = self::body();
            let built = build(root.get().view(parts));
            built.put(&anew, None);
            assert_eq!(body.html(), anew.html(), "seed {seed}, step {step}");
        }
    }
}
