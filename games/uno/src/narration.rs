//! Texts for players of Uno.

mod clause;
// The page has neither hints nor replays as text, and no messages for them.
#[cfg(not(target_arch = "wasm32"))]
mod hint;
mod present;
#[cfg(not(target_arch = "wasm32"))]
mod replay;

use mazzo_core::{CardSet, Seat};
use mazzo_narration::{Around, Line, Manner, Spoken, Tint, listed, percent, round, tinted, winners};
use mazzo_text::{Lang, msg};

use self::clause::clause;
use crate::{Action, Colour, Face, Phase, Play, Public, Seen, Symbol, Table, View, Why};

/// State that is carried from one fact to the next.
#[derive(Clone, Default, Debug)]
pub struct Memo {
    /// Consecutive draws of one player, to be narrated together: seat, reason, count, and the faces that the viewer saw.
    drawn: Option<(Seat, Why, u64, Vec<Face>)>,
}

/// The shape of a colour, so that colour is never the only difference.
pub const fn shape(colour: Colour) -> char {
    match colour {
        Colour::Red => '●',
        Colour::Green => '▲',
        Colour::Blue => '■',
        Colour::Yellow => '◆',
    }
}

/// The tint of a colour.
pub const fn tint(colour: Colour) -> Tint {
    match colour {
        Colour::Red => Tint::Red,
        Colour::Green => Tint::Green,
        Colour::Blue => Tint::Blue,
        Colour::Yellow => Tint::Yellow,
    }
}

/// The name of a colour.
pub fn colour(lang: Lang, colour: Colour) -> String {
    match colour {
        Colour::Red => msg::colour_red(lang),
        Colour::Green => msg::colour_green(lang),
        Colour::Blue => msg::colour_blue(lang),
        Colour::Yellow => msg::colour_yellow(lang),
    }
}

/// The symbol of a card as text, without its colour.
pub fn sign(symbol: Symbol) -> String {
    match symbol {
        Symbol::Number(number) => number.to_string(),
        Symbol::DrawTwo => "+2".to_owned(),
        Symbol::Reverse => "⇄".to_owned(),
        Symbol::Skip => "⊘".to_owned(),
        Symbol::Wild => "✱".to_owned(),
        Symbol::WildDrawFour => "✱+4".to_owned(),
    }
}

/// The name of a card, in words.
pub fn card(lang: Lang, face: Face) -> String {
    let symbol = match face.symbol() {
        Symbol::Number(number) => number.to_string(),
        Symbol::DrawTwo => msg::u_draw_two(lang),
        Symbol::Reverse => msg::u_reverse(lang),
        Symbol::Skip => msg::u_skip(lang),
        Symbol::Wild => msg::u_wild(lang),
        Symbol::WildDrawFour => msg::u_wild_draw_four(lang),
    };
    match face.colour() {
        Some(named) => msg::UCard { colour: &colour(lang, named), symbol: &symbol }.say(lang),
        None => symbol,
    }
}

/// A card in symbols.
pub fn short(face: Face) -> String {
    let sign = sign(face.symbol());
    face.colour().map_or(sign.clone(), |colour| format!("{}{sign}", shape(colour)))
}

/// A card with its tint, in words or in symbols.
fn card_text(around: Around<'_>, face: Face) -> String {
    let text = if around.is_in_words() { card(around.lang, face) } else { short(face) };
    tinted(face.colour().map_or(Tint::Strong, tint), text)
}

/// Several cards with their tints.
fn card_texts(around: Around<'_>, faces: &[Face]) -> String {
    let cards: Vec<String> = faces.iter().map(|&face| card_text(around, face)).collect();
    cards.join(if around.is_in_words() { ", " } else { " " })
}

/// A colour with its tint, and with its shape unless in words.
fn colour_text(around: Around<'_>, named: Colour) -> String {
    let name = colour(around.lang, named);
    let text = if around.is_in_words() { name } else { format!("{} {name}", shape(named)) };
    tinted(tint(named), text)
}

/// The faces of a bag sorted for display, by colour.
pub fn sorted(cards: CardSet) -> Vec<Face> {
    let mut faces: Vec<Face> = cards.iter().map(Face::of).collect();
    mazzo_core::sort_by(&mut faces, |a, b| a < b);
    faces
}

impl Spoken for Table {
    type Memo = Memo;

    fn tell(memo: &mut Memo, around: Around<'_>, before: &View, seen: Seen, out: &mut Vec<Line>) {
        let lang = around.lang;
        if let Seen::Drew { seat, face, why } = seen {
            return draw(memo, around, (seat, face, why), out);
        }
        Self::rest(memo, around, out);
        match seen {
            Seen::Public(fact) => public(around, before, fact, out),
            Seen::Shuffled { again } => {
                if again {
                    out.push(Line::below(&msg::u_shuffled(lang)).all(Tint::Quiet).by(clause("U15")));
                }
            }
            Seen::Cut { seat, face } => {
                let text = msg::UCut { card: &card_text(around, face), name: &around.name(seat) }.say(lang);
                out.push(Line::aside(&text).by(clause("U3")));
            }
            Seen::Started { face } => {
                out.push(Line::aside(&msg::u_first(lang, &card_text(around, face))).by(clause("U4")));
            }
            Seen::Returned => out.push(Line::below(&msg::u_returned(lang)).by(clause("U10"))),
            Seen::Played { seat, face, colour } => {
                let (name, card) = (around.name(seat), card_text(around, face));
                let text = match colour {
                    None => msg::UPlays { card: &card, name: &name }.say(lang),
                    Some(colour) => {
                        let colour = colour_text(around, colour);
                        msg::UPlaysNaming { card: &card, colour: &colour, name: &name }.say(lang)
                    }
                };
                out.push(Line::moved(&text));
            }
            Seen::Swapped { a, b, .. } => {
                let text = msg::u_swapped(lang, &listed(lang, &[around.name(a), around.name(b)]));
                out.push(Line::below(&text).by(clause("U44")));
            }
            Seen::Rotated { .. } => {
                out.push(Line::below(&msg::u_rotated(lang)).by(clause("U44")));
            }
            Seen::Shown { to, of, hand } => {
                let name = around.name(of);
                let text = match hand {
                    Some(hand) => {
                        let cards = card_texts(around, &sorted(hand));
                        msg::UShowsYou { cards: &cards, name: &name }.say(lang)
                    }
                    None => msg::UShows { name: &name, other: &around.name(to) }.say(lang),
                };
                out.push(Line::below(&text).by(clause("U24")));
            }
            Seen::Sealed | Seen::Answered { .. } | Seen::Drew { .. } => {}
        }
    }

    fn rest(memo: &mut Memo, around: Around<'_>, out: &mut Vec<Line>) {
        let Some((seat, why, count, faces)) = memo.drawn.take() else { return };
        let mut text = msg::UDraws { count, name: &around.name(seat) }.say(around.lang);
        if !faces.is_empty() {
            text = format!("{text}  {}", card_texts(around, &faces));
        }
        // A forced draw is a detail of the event that caused it.
        let (manner, id) = match why {
            Why::Deal | Why::Turn => (Manner::Move, "U13"),
            Why::DrawTwo => (Manner::Below, "U17"),
            Why::DrawFour => (Manner::Below, "U21"),
            Why::Guilty => (Manner::Below, "U25"),
            Why::WrongChallenge => (Manner::Below, "U26"),
            Why::Caught => (Manner::Below, "U28"),
            Why::WrongCatch => (Manner::Below, "U29"),
        };
        out.push(Line::new(manner, &text).by(clause(id)));
    }

    fn action_text(around: Around<'_>, view: &View, action: Action) -> String {
        let lang = around.lang;
        let due = view.board.due.max(1);
        match action {
            Action::Play(play) => play_text(around, play, false),
            Action::Jump(play) => play_text(around, play, true),
            Action::Draw => msg::act_draw(lang, due.into()),
            Action::Keep => msg::act_keep(lang),
            Action::Pass if view.board.phase == Phase::Window => msg::act_let(lang),
            Action::Pass => msg::act_pass(lang),
            Action::Colour(colour) => msg::act_colour(lang, &colour_text(around, colour)),
            Action::Accept => msg::act_accept(lang, &due.to_string()),
            Action::Challenge => tinted(Tint::Call, msg::act_challenge(lang)),
            Action::Uno => tinted(Tint::Call, msg::act_say(lang)),
            Action::Catch(of) => tinted(Tint::Call, msg::act_catch(lang, around.plain(of))),
        }
    }

    /// Only the judgement of the bot: the cards alone say little about a bluff without the frequency of bluffs.
    fn odds(lang: Lang, _: Option<f64>, judged: Option<f64>) -> Option<String> {
        judged.map(|judged| msg::hint_odds_bluff(lang, &percent(lang, judged)))
    }

    fn standing(lang: Lang, view: &View, seat: Seat) -> String {
        msg::u_points(lang, view.board.scores[seat.index()].into())
    }
}

/// A play with its colour, swap, jump and UNO.
fn play_text(around: Around<'_>, play: Play, jump: bool) -> String {
    let (lang, card) = (around.lang, card_text(around, play.face));
    let mut text = match (jump, play.colour) {
        (true, _) => msg::act_jump(lang, &card),
        (false, None) => msg::act_play(lang, &card),
        (false, Some(colour)) => msg::ActName { card: &card, colour: &colour_text(around, colour) }.say(lang),
    };
    if let Some(with) = play.swap {
        text = msg::ActSwap { action: &text, name: &around.name(with) }.say(lang);
    }
    if play.uno { msg::act_with_uno(lang, &text) } else { text }
}

fn draw(memo: &mut Memo, around: Around<'_>, drew: (Seat, Option<Face>, Why), out: &mut Vec<Line>) {
    let (seat, face, why) = drew;
    if why == Why::Deal {
        return; // the deal is not narrated: the screen shows the hands
    }
    match &mut memo.drawn {
        Some((who, reason, count, faces)) if (*who, *reason) == (seat, why) => {
            *count += 1;
            faces.extend(face);
        }
        _ => {
            Table::rest(memo, around, out);
            memo.drawn = Some((seat, why, 1, face.into_iter().collect()));
        }
    }
}

fn public(around: Around<'_>, before: &View, fact: Public, out: &mut Vec<Line>) {
    let lang = around.lang;
    let board = &before.board;
    let name = |seat| around.name(seat);
    let line = match fact {
        Public::RoundBegan { dealer } => {
            out.push(round(lang, board.round.saturating_add(1)));
            Line::aside(&msg::u_deals(lang, &name(dealer))).by(clause("U11"))
        }
        Public::Named { seat, colour } => {
            let text = msg::UNames { colour: &colour_text(around, colour), name: &name(seat) }.say(lang);
            Line::moved(&text).by(clause("U9"))
        }
        Public::Reversed => {
            let now = if board.clockwise { msg::counterclockwise(lang) } else { msg::clockwise(lang) };
            Line::below(&msg::u_reversed(lang, &now)).by(clause("U18"))
        }
        Public::Skipped { seat } => Line::below(&msg::u_skipped(lang, &name(seat))).by(clause("U19")),
        Public::Raised { due } if board.rules.stacking() && due > 0 => {
            Line::below(&msg::u_raised(lang, due.into())).by(clause("U40"))
        }
        Public::Accepted { seat } => Line::moved(&msg::u_accepts(lang, &name(seat))).by(clause("U23")),
        Public::Challenged { seat, of } => {
            let text = msg::UChallenges { name: around.plain(seat), other: around.plain(of) }.say(lang);
            Line::moved(&text).all(Tint::Call).by(clause("U23"))
        }
        Public::Judged { of, guilty: true } => Line::below(&msg::u_guilty(lang, &name(of))).by(clause("U25")),
        Public::Judged { of, guilty: false } => {
            Line::below(&msg::u_innocent(lang, &name(of))).by(clause("U26"))
        }
        Public::Said { seat } => {
            let in_window = board.phase == Phase::Window;
            let text = msg::u_says(lang, around.plain(seat));
            Line::new(if in_window { Manner::Move } else { Manner::Below }, &text)
                .all(Tint::Call)
                .by(clause("U27"))
        }
        Public::Jumped { seat } => {
            Line::moved(&msg::u_jumps(lang, around.plain(seat))).all(Tint::Call).by(clause("U43"))
        }
        Public::Caught { seat, by } => {
            out.push(catches(around, by, seat));
            caught(around, seat)
        }
        Public::Mistaken { seat, of } => {
            out.push(catches(around, seat, of));
            mistaken(around, board.said.has(of), of)
        }
        Public::Kept { seat } => Line::moved(&msg::u_keeps(lang, &name(seat))).by(clause("U14")),
        Public::Passed { seat } => Line::moved(&msg::u_passes(lang, &name(seat))).by(clause("U16")),
        Public::RoundWon { seat } => {
            Line::moved(&msg::u_round_won(lang, around.plain(seat))).all(Tint::Strong).by(clause("U31"))
        }
        Public::Voided => Line::moved(&msg::u_voided(lang)).by(clause("U16")),
        Public::Scored { seat, points } => {
            let total = board.scores[seat.index()].saturating_add(points).to_string();
            let text = msg::UScored { name: &name(seat), points: points.into(), total: &total }.say(lang);
            Line::below(&text).by(clause(if board.rules.low() { "U34" } else { "U32" }))
        }
        Public::Ended { winners: won } => winners(around, won).by(clause("U33")),
        Public::ColourAsked { .. }
        | Public::TurnBegan { .. }
        | Public::Raised { .. }
        | Public::Asked { .. }
        | Public::Owed { .. }
        | Public::Opened => return,
    };
    out.push(line);
}

/// The line for an attempted catch.
pub fn catches(around: Around<'_>, by: Seat, of: Seat) -> Line {
    let text = msg::UCatches { name: around.plain(by), other: around.plain(of) }.say(around.lang);
    Line::moved(&text).all(Tint::Call).by(clause("U28"))
}

/// The line for a right catch.
pub fn caught(around: Around<'_>, seat: Seat) -> Line {
    Line::below(&msg::u_caught(around.lang, &around.name(seat))).by(clause("U28"))
}

/// The line for a wrong catch: the seat has said UNO, or the chance is over.
pub fn mistaken(around: Around<'_>, was_said: bool, of: Seat) -> Line {
    let (lang, name) = (around.lang, around.name(of));
    let text = if was_said { msg::u_mistaken(lang, &name) } else { msg::u_mistaken_late(lang, &name) };
    Line::below(&text).by(clause("U29"))
}

/// The legend: every colour with its shape.
pub fn legend(lang: Lang) -> Line {
    let around = Around { lang, names: &[], in_words: false };
    Line::aside(&Colour::ALL.map(|colour| colour_text(around, colour)).join("   "))
}
