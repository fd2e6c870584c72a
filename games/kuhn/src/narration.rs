//! Texts for players.

use mazzo_core::{Seat, SeatSet};
use mazzo_narration::{Around, Line, Presented, Spoken, Tint, tinted, winners};
use mazzo_text::{Lang, msg};

use crate::{Action, Face, Fact, Seen, Table, View};

/// The name of a card.
pub fn card(lang: Lang, face: Face) -> String {
    match face {
        Face::Jack => msg::kuhn_jack(lang),
        Face::Queen => msg::kuhn_queen(lang),
        Face::King => msg::kuhn_king(lang),
    }
}

fn action_name(lang: Lang, action: Action) -> String {
    match action {
        Action::Check => msg::kuhn_check(lang),
        Action::Bet => msg::kuhn_bet(lang),
        Action::Fold => msg::kuhn_fold(lang),
        Action::Call => msg::kuhn_call(lang),
    }
}

impl Spoken for Table {
    type Memo = ();

    fn tell((): &mut (), around: Around<'_>, _: &View, seen: Seen, out: &mut Vec<Line>) {
        let (lang, strong) = (around.lang, |face| tinted(Tint::Strong, card(around.lang, face)));
        out.push(match seen {
            Fact::Began { seat } => Line::aside(&msg::kuhn_starts(lang, &around.name(seat))),
            Fact::Dealt { face: None, .. } => return,
            Fact::Dealt { seat, face: Some(face) } => {
                let text = msg::KuhnHolds { card: &strong(face), name: &around.name(seat) }.say(lang);
                Line::aside(&text)
            }
            Fact::Acted { seat, action } => {
                Line::moved(&format!("{}: {}", around.name(seat), action_name(lang, action)))
            }
            Fact::Showed { hands } => {
                let [first, second] = hands.map(strong);
                Line::below(&msg::KuhnShowdown { first: &first, second: &second }.say(lang))
            }
            Fact::Won { seat } => winners(around, SeatSet::only(seat)),
        });
    }

    fn action_text(around: Around<'_>, _: &View, action: Action) -> String {
        action_name(around.lang, action)
    }

    fn standing(lang: Lang, view: &View, seat: Seat) -> String {
        msg::kuhn_chips(lang, view.board.stake(seat).into())
    }
}

impl Presented for Table {
    fn on_turn(view: &View) -> Option<Seat> {
        view.board.turn()
    }

    fn summary(lang: Lang, view: &View) -> Option<String> {
        let pot: u8 = [0, 1].map(|seat| view.board.stake(Seat::new(seat))).iter().sum();
        Some(msg::kuhn_pot(lang, pot.into()))
    }
}

// The page has neither hints nor replays as text, and no messages for them.
#[cfg(not(target_arch = "wasm32"))]
mod records {
    use mazzo_narration::{Hinted, Replayed, Teller};

    use super::{Action, Around, Fact, Lang, Line, Table, action_name};

    impl Replayed for Table {
        type Account = Teller<Self>;

        fn replay_fact(
            teller: &mut Teller<Self>,
            around: Around<'_>,
            _: usize,
            before: &Self,
            fact: crate::Event,
            out: &mut Vec<Line>,
        ) {
            let owner = if let Fact::Dealt { seat, .. } = fact { Some(seat) } else { None };
            let (view, seen) = Self::seen_by(before, fact, owner);
            out.extend(teller.fact(around, &view, seen));
        }
    }

    impl Hinted for Table {
        fn words(action: Action, _: &[String], lang: Lang) -> String {
            action_name(lang, action)
        }
    }
}
