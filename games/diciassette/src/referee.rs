//! A second implementation of the rules, on lists of faces. It shares nothing with `play` and `table` but names. The laws run
//! both over random games and compare them.

use std::collections::BTreeMap;

use mazzo_core::referee::{same, same_choices, sorted};
use mazzo_core::{CardSet, Seat, SeatSet, Setup, Viewer, Visible as _};

use crate::action::Action;
use crate::card::{Back, Face, Side};
use crate::event::{Event, Public};
use crate::rules::{Direction, Rules};
use crate::table::{Phase, Table};
use crate::view::View;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Lying {
    face: Face,
    up: bool,
    by: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Stage {
    Turn {
        seat: usize,
        left: u8,
    },
    #[default]
    Window,
    Over,
}

/// The second implementation of Diciassette.
#[derive(Clone, Debug, Default)]
pub struct Referee {
    seats: usize,
    reset: bool,
    hands: Vec<Vec<Face>>,
    pile: usize,
    top: Option<Face>,
    row: Vec<Lying>,
    discard: Vec<Lying>,
    clockwise: bool,
    two_next: bool,
    played: u8,
    last: usize,
    stage: Stage,
    answers: BTreeMap<usize, bool>,
    victory: Vec<u32>,
    penalty: Vec<u32>,
    round: u16,
    winners: Vec<usize>,
}

/// The shuffles and draws among the facts, in order.
type Draws<'a> = dyn Iterator<Item = Event> + 'a;

fn draws(facts: &[Event]) -> impl Iterator<Item = Event> {
    facts.iter().copied().filter(|fact| matches!(fact, Event::Shuffled { .. } | Event::Drew { .. }))
}

fn faces(cards: CardSet) -> Vec<Face> {
    sorted(cards.into_iter().map(Face::of))
}

impl mazzo_core::Refereed for Table {
    type Referee = Referee;
}

impl mazzo_core::Referee<Table> for Referee {
    fn new(setup: &Setup<Rules>, facts: &[Event]) -> Result<Self, String> {
        let seats = usize::from(setup.seats);
        let Some(Event::Public(Public::Began { starter })) = facts.first() else {
            return Err("the first fact is not the starter".to_owned());
        };
        let mut referee = Self {
            seats,
            reset: setup.rules.direction == Direction::Reset,
            hands: vec![Vec::new(); seats],
            discard: Face::ALL
                .iter()
                .flat_map(|&face| {
                    let copies = match face.back().number() {
                        Some(_) => 7,
                        None if face.value() > 0 => 3,
                        None => 5,
                    };
                    vec![Lying { face, up: false, by: 0 }; copies]
                })
                .collect(),
            clockwise: true,
            stage: Stage::Turn { seat: starter.index(), left: 1 },
            victory: vec![0; seats],
            penalty: vec![0; seats],
            round: 1,
            ..Self::default()
        };
        let mut draws = draws(facts);
        for _ in 0..3 {
            for step in 0..seats {
                referee.draw((starter.index() + step) % seats, &mut draws)?;
            }
        }
        same("draws left over after the deal", None, draws.next())?;
        Ok(referee)
    }

    fn follow(&mut self, seat: Seat, action: Action, facts: &[Event]) -> Result<(), String> {
        let mut draws = draws(facts);
        match action {
            Action::Play(face, side) => self.play(seat.index(), face, side == Side::Up, &mut draws)?,
            Action::Call | Action::Pass => {
                self.answers.insert(seat.index(), action == Action::Call);
                if self.answers.len() == self.seats - 1 {
                    self.close(&mut draws)?;
                }
            }
        }
        same("draws left over", None, draws.next())
    }

    fn agree(&self, table: &Table) -> Result<(), String> {
        let board = table.board();
        same("victory tokens", &self.victory[..], board.victory.map(u32::from).of_seats())?;
        same("penalty tokens", &self.penalty[..], board.penalty.map(u32::from).of_seats())?;
        same("direction", self.clockwise, board.clockwise)?;
        same("round", self.round, board.round)?;
        same("winners", self.winners.clone(), board.winners.iter().map(Seat::index).collect())?;
        let stage = match board.phase {
            Phase::Dealing => return Err("still dealing".to_owned()),
            Phase::Turn { seat, left } => Stage::Turn { seat: seat.index(), left },
            Phase::Window => Stage::Window,
            Phase::Over => Stage::Over,
        };
        same("stage", self.stage, stage)?;
        for seat in 0..self.seats {
            let hand = table.hand(Seat::new(seat as u8));
            same("hand", sorted(self.hands[seat].clone()), faces(hand))?;
            self.agree_on_choices(seat, table)?;
        }
        for viewer in Viewer::all(board.seats) {
            self.agree_on_view(&table.view(viewer)).map_err(|e| format!("{viewer:?}: {e}"))?;
        }
        Ok(())
    }
}

impl Referee {
    fn after(&self, seat: usize) -> usize {
        (seat + if self.clockwise { 1 } else { self.seats - 1 }) % self.seats
    }

    fn draw(&mut self, seat: usize, draws: &mut Draws<'_>) -> Result<bool, String> {
        if self.pile == 0 {
            if self.discard.is_empty() {
                return Ok(false);
            }
            let Some(Event::Shuffled { top, .. }) = draws.next() else {
                return Err("the pile is empty and was not reshuffled".to_owned());
            };
            self.pile = self.discard.len();
            self.discard.clear();
            self.top = Some(Face::of(top));
        }
        let Some(Event::Drew { seat: who, card, top }) = draws.next() else {
            return Err(format!("seat {seat} did not draw"));
        };
        same("seat that drew", seat, who.index())?;
        same("the card drawn is the top card", self.top, Some(Face::of(card)))?;
        self.pile -= 1;
        self.top = top.map(Face::of);
        self.hands[seat].push(Face::of(card));
        Ok(true)
    }

    fn play(&mut self, seat: usize, face: Face, up: bool, draws: &mut Draws<'_>) -> Result<(), String> {
        let held = self.hands[seat].iter().position(|&f| f == face).ok_or("the card is not in the hand")?;
        self.hands[seat].remove(held);
        self.last = seat;
        self.played += 1;
        let lying = Lying { face, up, by: seat };
        if up && face == Face::Trash {
            self.discard.push(lying);
            self.discard.extend(self.row.pop());
        } else {
            self.row.push(lying);
        }
        if up && face == Face::Reverse {
            self.clockwise = !self.clockwise;
        }
        if up && face == Face::X2 {
            self.two_next = true;
        }
        if let Stage::Turn { left, .. } = self.stage
            && left > 1
            && !self.hands[seat].is_empty()
        {
            self.stage = Stage::Turn { seat, left: left - 1 };
            return Ok(());
        }
        for _ in 0..std::mem::take(&mut self.played) {
            self.draw(seat, draws)?;
        }
        self.stage = Stage::Window;
        self.answers.clear();
        Ok(())
    }

    fn close(&mut self, draws: &mut Draws<'_>) -> Result<(), String> {
        let mut caller = self.after(self.last);
        while !self.answers[&caller] {
            caller = self.after(caller);
            if caller == self.last {
                // Nobody called: the next player is on turn, or must call without cards (D13).
                caller = self.after(self.last);
                let left = if std::mem::take(&mut self.two_next) { 2 } else { 1 };
                if self.hands[caller].is_empty() {
                    break;
                }
                self.stage = Stage::Turn { seat: caller, left };
                return Ok(());
            }
        }
        let total: u32 = self.row.iter().map(|lying| u32::from(lying.face.value())).sum();
        let mut rewarded = vec![false; self.seats];
        for trap in self.row.clone().iter().filter(|lying| lying.face == Face::Trap && !lying.up) {
            self.reward(trap.by, &mut rewarded);
            self.penalise(caller);
        }
        let (right, wrong) = if total >= 17 { (caller, self.last) } else { (self.last, caller) };
        self.reward(right, &mut rewarded);
        self.penalise(wrong);
        self.discard.extend(self.row.drain(..).map(|lying| Lying { up: true, ..lying }));
        let finished = (0..self.seats).filter(|&s| self.victory[s] >= 3).collect::<Vec<_>>();
        if let Some(fewest) = finished.iter().map(|&s| self.penalty[s]).min() {
            self.winners = finished.into_iter().filter(|&s| self.penalty[s] == fewest).collect();
            self.stage = Stage::Over;
            return Ok(());
        }
        self.round += 1;
        self.two_next = false;
        self.clockwise |= self.reset;
        let mut seat = right;
        for _ in 0..self.seats {
            while self.hands[seat].len() < 3 && self.draw(seat, draws)? {}
            seat = self.after(seat);
        }
        self.stage = Stage::Turn { seat: right, left: 1 };
        Ok(())
    }

    fn reward(&mut self, seat: usize, rewarded: &mut [bool]) {
        if !std::mem::replace(&mut rewarded[seat], true) {
            self.victory[seat] += 1;
        }
    }

    fn penalise(&mut self, seat: usize) {
        self.penalty[seat] += 1;
        if self.penalty[seat] == 2 {
            self.penalty[seat] = 0;
            self.victory[seat] = self.victory[seat].saturating_sub(1);
        }
    }

    fn agree_on_choices(&self, seat: usize, table: &Table) -> Result<(), String> {
        let mut expected = match self.stage {
            Stage::Turn { seat: on_turn, .. } if on_turn == seat => {
                sorted(self.hands[seat].iter().flat_map(|face| [format!("{face}^"), format!("{face}_")]))
            }
            Stage::Window if seat == self.last || self.answers.contains_key(&seat) => Vec::new(),
            Stage::Window => vec!["call".to_owned(), "pass".to_owned()],
            Stage::Turn { .. } | Stage::Over => Vec::new(),
        };
        expected.dedup();
        same_choices(table, seat, expected)
    }

    /// Compares a view (D40-D42).
    fn agree_on_view(&self, view: &View) -> Result<(), String> {
        let me = view.viewer.seat().map(Seat::index);
        let own = me.map_or(Vec::new(), |me| sorted(self.hands[me].clone()));
        same("own hand", own, faces(view.hand))?;
        let backs = Face::ALL.iter().take(5).map(|face| face.back()).chain([Back::PLAIN]);
        for back in backs {
            for seat in SeatSet::all(self.seats as u8) {
                let held = self.hands[seat.index()].iter().filter(|face| face.back() == back).count();
                same("backs in a hand", held, view.backs[seat.index()].count(back).into())?;
            }
            let down = self.discard.iter().filter(|lying| !lying.up && lying.face.back() == back).count();
            same("backs in the discard pile", down, view.down.count(back).into())?;
        }
        let row: Vec<_> = self
            .row
            .iter()
            .map(|lying| {
                let known = lying.up || Some(lying.by) == me || lying.face.back() != Back::PLAIN;
                (lying.by, lying.up, known.then_some(lying.face), lying.face.back())
            })
            .collect();
        let seen = view.row.iter().map(|l| (l.seat.index(), l.side == Side::Up, l.face, l.back)).collect();
        same("row", row, seen)?;
        same("pile", self.pile, view.pile.into())?;
        same("top of the pile", self.top.map(Face::back), view.top)?;
        let up = self.discard.iter().filter(|l| l.up).map(|l| l.face);
        same("open discards", sorted(up), faces(view.up))?;
        let down = |seat| {
            let is_hidden = move |l: &&Lying| !l.up && l.by == seat && l.face.back() == Back::PLAIN;
            self.discard.iter().filter(is_hidden).map(|l| l.face)
        };
        let mine = me.into_iter().flat_map(down);
        same("own discards", sorted(mine), faces(view.own_down))?;
        for seat in 0..self.seats {
            same("plain discards of a seat", down(seat).count(), view.down_by[seat].into())?;
        }
        let open = self.stage == Stage::Window;
        let answer = me.and_then(|me| self.answers.get(&me)).copied().filter(|_| open);
        same("own answer", answer, view.answer.filter(|_| open))
    }
}
