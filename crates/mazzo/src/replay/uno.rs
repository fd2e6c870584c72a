//! Uno, told.

use anstyle::{AnsiColor, Color, Style};
use mazzo_core::{CardSet, Game, Seat, SeatSet};
use mazzo_text::{Lang, msg};
use mazzo_uno::{Answer, Colour, Event, Face, Phase, Public, Symbol, Table, Why};

use super::{Page, Teller as TellerTrait};
use crate::style::{CALL, QUIET, STRONG, paint};

#[derive(Default)]
pub(crate) struct Teller {
    /// Cards drawn in a row by one player, to be told together.
    drawn: Option<(Seat, Why, Vec<Face>)>,
    /// A card was played since the hands were last counted.
    played: bool,
    begun: bool,
}

impl TellerTrait<Table> for Teller {
    fn fact(&mut self, page: &mut Page, before: &Table, fact: Event) {
        let lang = page.lang;
        if !std::mem::replace(&mut self.begun, true) {
            let shape = |colour: Colour| {
                format!("{} {}", paint(ink(colour), sign(colour)), colour_name(lang, colour))
            };
            page.push(&Colour::ALL.map(shape).join("   "));
        }
        if let Event::Drew { seat, card, why } = fact {
            return self.draw(page, seat, Face::of(card), why);
        }
        self.tell_drawn(page);
        match fact {
            Event::Public(fact) => self.public(page, before, fact),
            Event::Shuffled { again } => {
                if again {
                    page.below(&paint(QUIET, msg::u_shuffled(lang)));
                }
            }
            Event::Cut { seat, card } => {
                page.aside(&msg::UCut { card: &card_name(Face::of(card)), name: &page.name(seat) }.say(lang));
            }
            Event::Started { card } => {
                show_hands(page, before);
                page.aside(&msg::u_first(lang, &card_name(Face::of(card))));
            }
            Event::Returned => page.below(&msg::u_returned(lang)),
            Event::Played { seat, card, colour } => {
                self.played = true;
                let (name, card) = (page.name(seat), card_name(Face::of(card)));
                page.line(&match colour {
                    None => msg::UPlays { card: &card, name: &name }.say(lang),
                    Some(colour) => {
                        msg::UPlaysNaming { card: &card, colour: &coloured(lang, colour), name: &name }
                            .say(lang)
                    }
                });
            }
            Event::Swapped { a, b } => {
                page.below(&msg::USwapped { name: &page.name(a), other: &page.name(b) }.say(lang));
            }
            Event::Rotated => page.below(&msg::u_rotated(lang)),
            Event::Answered { seat, answer } => {
                let name = page.plain_name(seat).to_owned();
                match answer {
                    Answer::Pass => {}
                    Answer::Uno => page.line(&paint(CALL, msg::u_says(lang, &name))),
                    Answer::Catch(of) => {
                        let sentence = msg::UCatches { name: &name, other: page.plain_name(of) }.say(lang);
                        page.line(&paint(CALL, sentence));
                    }
                    Answer::Jump(..) => page.line(&paint(CALL, msg::u_jumps(lang, &name))),
                }
            }
            Event::Shown { .. } | Event::Drew { .. } => {}
        }
    }

    fn rest(&mut self, page: &mut Page, table: &Table) {
        self.tell_drawn(page);
        if std::mem::take(&mut self.played) {
            let count = |seat: Seat| format!("{} {}", page.name(seat), table.hand(seat).len());
            let counts: Vec<String> = SeatSet::all(table.seats()).iter().map(count).collect();
            page.below(&msg::u_hands(page.lang, &counts.join(" · ")));
        }
    }
}

impl Teller {
    fn draw(&mut self, page: &mut Page, seat: Seat, face: Face, why: Why) {
        if why == Why::Deal {
            return; // the hands are shown when all are dealt
        }
        match &mut self.drawn {
            Some((who, reason, faces)) if (*who, *reason) == (seat, why) => faces.push(face),
            _ => {
                self.tell_drawn(page);
                self.drawn = Some((seat, why, vec![face]));
            }
        }
    }

    fn tell_drawn(&mut self, page: &mut Page) {
        let Some((seat, why, faces)) = self.drawn.take() else { return };
        let sentence = msg::UDraws { count: faces.len() as u64, name: &page.name(seat) }.say(page.lang);
        let cards: Vec<String> = faces.into_iter().map(card_name).collect();
        let sentence = format!("{sentence}  {}", cards.join(" "));
        // What somebody has to draw belongs to what they have to draw for.
        if why == Why::Turn { page.line(&sentence) } else { page.below(&sentence) }
    }

    fn public(&mut self, page: &mut Page, before: &Table, fact: Public) {
        let lang = page.lang;
        match fact {
            Public::RoundBegan { dealer } => {
                self.played = false;
                page.round(before.board().round.saturating_add(1));
                page.aside(&msg::u_deals(lang, &page.name(dealer)));
            }
            Public::Named { seat, colour } => {
                page.line(&msg::UNames { colour: &coloured(lang, colour), name: &page.name(seat) }.say(lang));
            }
            Public::Reversed => {
                let now =
                    if before.board().clockwise { msg::counterclockwise(lang) } else { msg::clockwise(lang) };
                page.below(&msg::u_reversed(lang, &now));
            }
            Public::Skipped { seat } => page.below(&msg::u_skipped(lang, &page.name(seat))),
            Public::Raised { due } if before.board().rules.stacking() && due > 0 => {
                page.below(&msg::u_raised(lang, due.into()));
            }
            Public::Accepted { seat } => page.line(&msg::u_accepts(lang, &page.name(seat))),
            Public::Challenged { seat, of } => {
                page.line(&paint(
                    CALL,
                    msg::UChallenges { name: page.plain_name(seat), other: page.plain_name(of) }.say(lang),
                ));
            }
            Public::Judged { of, guilty } => {
                let name = page.name(of);
                page.below(&if guilty { msg::u_guilty(lang, &name) } else { msg::u_innocent(lang, &name) });
            }
            // Said in a window, it was told as an answer.
            Public::Said { .. } if before.board().phase == Phase::Window => {}
            Public::Said { seat } => page.below(&paint(CALL, msg::u_says(lang, page.plain_name(seat)))),
            Public::Caught { seat, .. } => page.below(&msg::u_caught(lang, &page.name(seat))),
            Public::Mistaken { of, .. } => {
                let said = before.board().said.has(of);
                let name = page.name(of);
                page.below(&if said {
                    msg::u_mistaken(lang, &name)
                } else {
                    msg::u_mistaken_late(lang, &name)
                });
            }
            Public::Kept { seat } => page.line(&msg::u_keeps(lang, &page.name(seat))),
            Public::Passed { seat } => page.line(&msg::u_passes(lang, &page.name(seat))),
            Public::RoundWon { seat } => {
                page.line(&paint(STRONG, msg::u_round_won(lang, page.plain_name(seat))));
            }
            Public::Voided => page.line(&msg::u_voided(lang)),
            Public::Scored { seat, points } => {
                let total = before.board().scores[seat.index()] + points;
                page.below(
                    &msg::UScored {
                        name: &page.name(seat),
                        points: points.into(),
                        total: &total.to_string(),
                    }
                    .say(lang),
                );
            }
            Public::Ended { winners } => {
                self.played = false;
                page.winners(winners);
            }
            Public::ColourAsked { .. }
            | Public::TurnBegan { .. }
            | Public::Raised { .. }
            | Public::Asked { .. }
            | Public::Owed { .. }
            | Public::Jumped { .. }
            | Public::Opened => {}
        }
    }
}

/// The shape of a colour: colour is never the only sign.
const fn sign(colour: Colour) -> char {
    match colour {
        Colour::Red => '●',
        Colour::Green => '▲',
        Colour::Blue => '■',
        Colour::Yellow => '◆',
    }
}

const fn ink(colour: Colour) -> Style {
    let ink = match colour {
        Colour::Red => AnsiColor::Red,
        Colour::Green => AnsiColor::Green,
        Colour::Blue => AnsiColor::Blue,
        Colour::Yellow => AnsiColor::Yellow,
    };
    Style::new().bold().fg_color(Some(Color::Ansi(ink)))
}

fn colour_name(lang: Lang, colour: Colour) -> String {
    match colour {
        Colour::Red => msg::colour_red(lang),
        Colour::Green => msg::colour_green(lang),
        Colour::Blue => msg::colour_blue(lang),
        Colour::Yellow => msg::colour_yellow(lang),
    }
}

pub(crate) fn coloured(lang: Lang, colour: Colour) -> String {
    paint(ink(colour), format_args!("{} {}", sign(colour), colour_name(lang, colour)))
}

pub(crate) fn card_name(face: Face) -> String {
    let symbol = match face.symbol() {
        Symbol::Number(number) => number.to_string(),
        Symbol::DrawTwo => "+2".to_owned(),
        Symbol::Reverse => "⇄".to_owned(),
        Symbol::Skip => "⊘".to_owned(),
        Symbol::Wild => return paint(STRONG, "✱"),
        Symbol::WildDrawFour => return paint(STRONG, "✱+4"),
    };
    face.colour()
        .map_or_else(String::new, |colour| paint(ink(colour), format_args!("{}{symbol}", sign(colour))))
}

pub(crate) fn hand(cards: CardSet) -> String {
    // Colours together, as one holds them.
    let mut faces: Vec<Face> = cards.iter().map(Face::of).collect();
    faces.sort();
    faces.into_iter().map(card_name).collect::<Vec<_>>().join(" ")
}

fn show_hands(page: &mut Page, table: &Table) {
    let held: Vec<Seat> =
        SeatSet::all(table.seats()).iter().filter(|&seat| !table.hand(seat).is_empty()).collect();
    for seat in held {
        let sentence = msg::DHand { cards: &hand(table.hand(seat)), name: &page.name(seat) }.say(page.lang);
        page.below(&sentence);
    }
}
