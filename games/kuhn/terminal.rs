//! Kuhn poker in the terminal.

use mazzo_games::mazzo_kuhn::narration::card;
use mazzo_games::mazzo_kuhn::{Action, Table};
use mazzo_text::{Lang, msg};

use crate::canvas::Face;
use crate::shown::{Look, Offer, Shown};

impl Shown for Table {
    fn about(lang: Lang) -> String {
        msg::page_kuhn_about(lang)
    }

    fn hand(look: &Look<'_, Self>, _: &Offer<'_, Action>) -> Vec<Face> {
        let own = look.view.own_card().into_iter();
        own.map(|face| Face { sign: face.to_string(), foot: card(look.lang, face), ..Face::default() })
            .collect()
    }
}
