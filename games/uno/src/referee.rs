//! A second implementation of the rules, on lists of faces. It shares nothing with `play` and `table` but names. The laws run
//! both over random games and compare them.

use std::collections::{BTreeMap, BTreeSet};

use mazzo_core::referee::{same, same_choices, sorted};
use mazzo_core::{CardSet, Seat, Setup, Viewer, Visible as _};

use crate::action::{Action, Play};
use crate::card::{Colour, Face, Symbol};
use crate::event::{Event, Why};
use crate::rules::Rules;
use crate::table::{Phase, Table};
use crate::view::View;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Stage {
    Naming(usize),
    Turn(usize),
    Drawn(usize, Face),
    Answering(usize),
    #[default]
    Window,
    Over,
}

/// The second implementation of Uno.
#[derive(Clone, Debug, Default)]
pub struct Referee {
    seats: usize,
    rules: Rules,
    hands: Vec<Vec<Face>>,
    pile: Vec<Face>,
    discards: Vec<Face>,
    colour: Option<Colour>,
    colour_before: Option<Colour>,
    left: bool,
    due: usize,
    passes: usize,
    shuffled: usize,
    last: usize,
    next: usize,
    dealer: usize,
    stage: Stage,
    said: BTreeSet<usize>,
    owing: BTreeSet<usize>,
    answers: BTreeMap<usize, Action>,
    /// The faces that a seat has seen in another hand, by (viewer, holder).
    seen: BTreeMap<(usize, usize), Vec<Face>>,
    scores: Vec<u32>,
    round: u16,
    winners: Vec<usize>,
}

/// The shuffles and draws among the facts, in order.
type Draws<'a> = dyn Iterator<Item = Event> + 'a;

fn draws(facts: &[Event]) -> impl Iterator<Item = Event> {
    facts.iter().copied().filter(|fact| match fact {
        Event::Shuffled { .. } | Event::Cut { .. } | Event::Started { .. } | Event::Drew { .. } => true,
        Event::Public(_)
        | Event::Returned
        | Event::Played { .. }
        | Event::Swapped { .. }
        | Event::Rotated
        | Event::Answered { .. }
        | Event::Shown { .. } => false,
    })
}

fn faces(cards: CardSet) -> Vec<Face> {
    sorted(cards.into_iter().map(Face::of))
}

fn deck() -> Vec<Face> {
    let copies = |face: Face| match face.symbol() {
        Symbol::Number(0) => 1,
        Symbol::Number(_) | Symbol::DrawTwo | Symbol::Reverse | Symbol::Skip => 2,
        Symbol::Wild | Symbol::WildDrawFour => 4,
    };
    Face::all().flat_map(|face| vec![face; copies(face)]).collect()
}

fn remove(list: &mut Vec<Face>, face: Face) -> Result<(), String> {
    let at = list.iter().position(|&f| f == face).ok_or_else(|| format!("the list has no {face}"))?;
    list.remove(at);
    Ok(())
}

impl mazzo_core::Refereed for Table {
    type Referee = Referee;
}

impl mazzo_core::Referee<Table> for Referee {
    fn new(setup: &Setup<Rules>, facts: &[Event]) -> Result<Self, String> {
        let seats = usize::from(setup.seats);
        let mut referee = Self {
            seats,
            rules: setup.rules,
            hands: vec![Vec::new(); seats],
            pile: deck(),
            left: true,
            scores: vec![0; seats],
            ..Self::default()
        };
        let mut draws = draws(facts);
        same("the deck is shuffled first", draws.next(), Some(Event::Shuffled { again: false }))?;
        let mut tied: Vec<usize> = (0..seats).collect();
        while tied.len() > 1 {
            let mut values = Vec::new();
            for &seat in &tied {
                let mut event = draws.next();
                if matches!(event, Some(Event::Shuffled { .. })) {
                    event = draws.next();
                }
                let Some(Event::Cut { seat: who, card }) = event else {
                    return Err(format!("seat {seat} drew no card for the deal"));
                };
                same("seat that drew for the deal", seat, who.index())?;
                let value = if let Symbol::Number(n) = Face::of(card).symbol() { n } else { 0 };
                values.push((seat, value));
            }
            let best = values.iter().map(|d| d.1).max();
            tied = values.iter().filter(|d| Some(d.1) == best).map(|d| d.0).collect();
        }
        referee.begin_round(tied[0], &mut draws)?;
        same("draws left over after the deal", None, draws.next())?;
        Ok(referee)
    }

    fn follow(&mut self, seat: Seat, action: Action, facts: &[Event]) -> Result<(), String> {
        let mut draws = draws(facts);
        let seat = seat.index();
        match (self.stage, action) {
            (Stage::Window, _) => {
                self.answers.insert(seat, action);
                if self.answers.len() == self.seats {
                    self.close(&mut draws)?;
                }
            }
            (_, Action::Play(play)) => self.play(seat, play, &mut draws)?,
            (_, Action::Colour(colour)) => {
                self.colour = Some(colour);
                self.turn(seat, &mut draws)?;
            }
            (_, Action::Draw) if self.due > 0 => {
                let due = std::mem::take(&mut self.due);
                self.draw(seat, due, &mut draws)?;
                self.turn(self.after(seat), &mut draws)?;
            }
            (_, Action::Draw) => loop {
                let before = self.hands[seat].len();
                self.draw(seat, 1, &mut draws)?;
                let face = *self.hands[seat].last().ok_or("nothing was drawn")?;
                self.stage = Stage::Drawn(seat, face);
                let nothing_left = self.hands[seat].len() == before;
                if !self.rules.draw_to_match() || self.fits(seat, face) || nothing_left {
                    break;
                }
            },
            (_, Action::Keep) => self.turn(self.after(seat), &mut draws)?,
            (_, Action::Pass) => {
                self.passes += 1;
                if self.passes == self.seats {
                    self.begin_round((self.dealer + 1) % self.seats, &mut draws)?;
                } else {
                    self.turn(self.after(seat), &mut draws)?;
                }
            }
            (_, Action::Accept) => {
                let due = std::mem::take(&mut self.due);
                self.draw(seat, due, &mut draws)?;
                self.next = self.after(seat);
                self.complete(&mut draws)?;
            }
            (_, Action::Challenge) => {
                self.seen.insert((seat, self.last), self.hands[self.last].clone());
                let due = std::mem::take(&mut self.due);
                if self.hands[self.last]
                    .iter()
                    .any(|f| f.colour().is_some() && f.colour() == self.colour_before)
                {
                    self.draw(self.last, due, &mut draws)?;
                    self.next = seat;
                } else {
                    self.draw(seat, due + 2, &mut draws)?;
                    self.next = self.after(seat);
                }
                self.complete(&mut draws)?;
            }
            (_, Action::Uno | Action::Catch(_) | Action::Jump(_)) => {
                return Err("an answer without a window".to_owned());
            }
        }
        same("draws left over", None, draws.next())
    }

    fn agree(&self, table: &Table) -> Result<(), String> {
        let board = table.board();
        same("scores", &self.scores[..], board.scores.map(u32::from).of_seats())?;
        same("direction", self.left, board.clockwise)?;
        same("round", self.round, board.round)?;
        same("colour", self.colour, board.colour)?;
        same("cards due", self.due, board.due.into())?;
        let stage = match board.phase {
            Phase::Dealing => return Err("still dealing".to_owned()),
            Phase::Naming(seat) => Stage::Naming(seat.index()),
            Phase::Turn(seat) => Stage::Turn(seat.index()),
            Phase::Drawn(seat) => {
                let drawn = table.view(Viewer::Seat(seat)).drawn;
                Stage::Drawn(seat.index(), drawn.ok_or("the drawn card is missing in the view")?)
            }
            Phase::Answering(seat) => Stage::Answering(seat.index()),
            Phase::Window => Stage::Window,
            Phase::Over => Stage::Over,
        };
        same("stage", self.stage, stage)?;
        let list = |seats: &BTreeSet<usize>| seats.iter().copied().collect::<Vec<_>>();
        same("seats that said UNO", list(&self.said), board.said.iter().map(Seat::index).collect())?;
        same("seats that owe UNO", list(&self.owing), board.owing.iter().map(Seat::index).collect())?;
        same("winners", self.winners.clone(), board.winners.iter().map(Seat::index).collect())?;
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
        (seat + if self.left { 1 } else { self.seats - 1 }) % self.seats
    }

    fn before(&self, seat: usize) -> usize {
        (seat + if self.left { self.seats - 1 } else { 1 }) % self.seats
    }

    fn turn(&mut self, seat: usize, draws: &mut Draws<'_>) -> Result<(), String> {
        if self.shuffled >= 100 {
            return self.begin_round((self.dealer + 1) % self.seats, draws);
        }
        self.stage = Stage::Turn(seat);
        self.owing.clear();
        Ok(())
    }

    fn top(&self) -> Option<Face> {
        self.discards.last().copied()
    }

    fn begin_round(&mut self, dealer: usize, draws: &mut Draws<'_>) -> Result<(), String> {
        self.dealer = dealer;
        self.round += 1;
        self.hands = vec![Vec::new(); self.seats];
        self.pile = deck();
        self.discards.clear();
        self.seen.clear();
        self.said.clear();
        self.owing.clear();
        (self.left, self.due, self.passes, self.shuffled, self.last) = (true, 0, 0, 0, dealer);
        same("a round starts with a shuffle", draws.next(), Some(Event::Shuffled { again: false }))?;
        for _ in 0..7 {
            for step in 1..=self.seats {
                self.draw((dealer + step) % self.seats, 1, draws)?;
            }
        }
        let face = loop {
            let Some(Event::Started { card }) = draws.next() else { return Err("no first card".to_owned()) };
            let face = Face::of(card);
            if face != Face::WILD_DRAW_FOUR {
                break face;
            }
            same("a Wild +4 goes back", draws.next(), Some(Event::Shuffled { again: false }))?;
        };
        remove(&mut self.pile, face)?;
        self.discards.push(face);
        self.colour = face.colour();
        let first = self.after(dealer);
        match face.symbol() {
            Symbol::DrawTwo if self.rules.stacking() => {
                self.due = 2;
                self.turn(first, draws)?;
            }
            Symbol::DrawTwo => {
                self.draw(first, 2, draws)?;
                self.turn(self.after(first), draws)?;
            }
            Symbol::Reverse => {
                self.left = false;
                self.turn(dealer, draws)?;
            }
            Symbol::Skip => self.turn(self.after(first), draws)?,
            Symbol::Wild => self.stage = Stage::Naming(first),
            Symbol::Number(_) | Symbol::WildDrawFour => self.turn(first, draws)?,
        }
        Ok(())
    }

    fn draw(&mut self, seat: usize, count: usize, draws: &mut Draws<'_>) -> Result<(), String> {
        for _ in 0..count {
            if self.pile.is_empty() {
                if self.discards.len() < 2 {
                    return Ok(());
                }
                same("the discards are shuffled", draws.next(), Some(Event::Shuffled { again: true }))?;
                self.shuffled += 1;
                let top = self.discards.pop();
                self.pile = std::mem::take(&mut self.discards);
                self.discards.extend(top);
            }
            let Some(Event::Drew { seat: who, card, why }) = draws.next() else {
                return Err(format!("seat {seat} did not draw"));
            };
            same("seat that drew", seat, who.index())?;
            remove(&mut self.pile, Face::of(card))?;
            self.hands[seat].push(Face::of(card));
            self.said.remove(&seat);
            self.owing.remove(&seat);
            if why != Why::Deal {
                self.passes = 0;
            }
        }
        Ok(())
    }

    fn play(&mut self, seat: usize, play: Play, draws: &mut Draws<'_>) -> Result<(), String> {
        let face = play.face;
        remove(&mut self.hands[seat], face)?;
        self.discards.push(face);
        self.colour_before = self.colour;
        self.colour = play.colour.or(face.colour());
        self.passes = 0;
        self.last = seat;
        self.said.remove(&seat);
        self.owing.remove(&seat);
        for ((_, of), faces) in &mut self.seen {
            if *of == seat {
                let _ = remove(faces, face);
            }
        }
        if self.hands[seat].is_empty() {
            let more = match face.symbol() {
                Symbol::DrawTwo => self.due + 2,
                Symbol::WildDrawFour => self.due + 4,
                Symbol::Number(_) | Symbol::Reverse | Symbol::Skip | Symbol::Wild => 0,
            };
            self.draw(self.after(seat), more, draws)?;
            return self.end_round(seat, draws);
        }
        let moved: Vec<(usize, usize)> = match (face.symbol(), play.swap) {
            (Symbol::Number(7), Some(with)) => vec![(seat, with.index()), (with.index(), seat)],
            (Symbol::Number(0), _) if self.rules.seven_zero() => {
                (0..self.seats).map(|from| (from, self.after(from))).collect()
            }
            _ => Vec::new(),
        };
        self.move_hands(&moved);
        for who in moved.iter().map(|m| m.0).chain([seat]) {
            if self.hands[who].len() == 1 {
                self.owing.insert(who);
            }
        }
        if play.uno && self.owing.remove(&seat) {
            self.said.insert(seat);
        }
        let victim = self.after(seat);
        self.next = victim;
        match face.symbol() {
            Symbol::Number(_) | Symbol::Wild => {}
            Symbol::Skip => self.next = self.after(victim),
            Symbol::Reverse => {
                self.left = !self.left;
                let skips = self.seats == 2 && !self.rules.reverse_only_turns();
                self.next = if skips { seat } else { self.after(seat) };
            }
            Symbol::DrawTwo | Symbol::WildDrawFour => {
                self.due += if face.symbol() == Symbol::DrawTwo { 2 } else { 4 };
                if face.symbol() == Symbol::WildDrawFour && !self.rules.strict() {
                    self.stage = Stage::Answering(victim);
                    return Ok(());
                }
                if !self.rules.stacking() {
                    let due = std::mem::take(&mut self.due);
                    self.draw(victim, due, draws)?;
                    self.next = self.after(victim);
                }
            }
        }
        self.complete(draws)?;
        Ok(())
    }

    /// U44: moves hands from the first to the second seat of each pair. The giver knows the hand from then on.
    fn move_hands(&mut self, moved: &[(usize, usize)]) {
        let (hands, seen) = (self.hands.clone(), std::mem::take(&mut self.seen));
        let goes_to = |from: usize| moved.iter().find(|m| m.0 == from).map_or(from, |m| m.1);
        for &(from, to) in moved {
            self.hands[to].clone_from(&hands[from]);
            self.said.remove(&from);
            self.owing.remove(&from);
            self.seen.insert((from, to), hands[from].clone());
        }
        for ((who, of), faces) in seen {
            let to = goes_to(of);
            if to != who {
                self.seen.entry((who, to)).or_insert(faces);
            }
        }
    }

    fn complete(&mut self, draws: &mut Draws<'_>) -> Result<(), String> {
        let jump =
            self.rules.jump_in() && self.top().is_some_and(|top| top.colour().is_some() && top.points() != 0);
        if self.owing.is_empty() && !jump {
            return self.turn(self.next, draws);
        }
        self.stage = Stage::Window;
        self.answers.clear();
        Ok(())
    }

    fn close(&mut self, draws: &mut Draws<'_>) -> Result<(), String> {
        let order: Vec<usize> =
            std::iter::successors(Some(self.last), |&s| Some(self.after(s))).take(self.seats).collect();
        for seat in &order {
            if self.answers[seat] == Action::Uno && self.owing.remove(seat) {
                self.said.insert(*seat);
            }
        }
        let to_blame = std::mem::take(&mut self.owing);
        let mut caught = BTreeSet::new();
        for seat in &order {
            let Action::Catch(of) = self.answers[seat] else { continue };
            if to_blame.contains(&of.index()) {
                if caught.insert(of.index()) {
                    self.draw(of.index(), 2, draws)?;
                }
            } else if self.rules.wrong_catch_draws() {
                self.draw(*seat, 1, draws)?;
            }
        }
        for seat in order {
            if let Action::Jump(play) = self.answers[&seat] {
                let seven = play.face.symbol() == Symbol::Number(7) && self.rules.seven_zero();
                if seven && play.swap.is_none() && self.hands[seat].len() > 1 {
                    continue;
                }
                return self.play(seat, play, draws);
            }
        }
        self.turn(self.next, draws)
    }

    fn end_round(&mut self, winner: usize, draws: &mut Draws<'_>) -> Result<(), String> {
        let left: Vec<u32> =
            self.hands.iter().map(|hand| hand.iter().map(|face| u32::from(face.points())).sum()).collect();
        if self.rules.low() {
            self.scores.iter_mut().zip(left).for_each(|(score, points)| *score += points);
        } else {
            self.scores[winner] += left.iter().sum::<u32>();
        }
        if self.scores.iter().any(|&score| score >= self.rules.target.into()) {
            let low = self.scores.iter().min();
            self.winners = if self.rules.low() {
                (0..self.seats).filter(|&s| Some(&self.scores[s]) == low).collect()
            } else {
                vec![winner]
            };
            self.stage = Stage::Over;
            return Ok(());
        }
        self.begin_round((self.dealer + 1) % self.seats, draws)
    }

    fn bluffs(&self, seat: usize, face: Face) -> bool {
        face == Face::WILD_DRAW_FOUR && self.hands[seat].iter().any(|f| f.colour() == self.colour)
    }

    fn fits(&self, seat: usize, face: Face) -> bool {
        let Some(top) = self.top() else { return false };
        if self.rules.strict() && self.bluffs(seat, face) {
            return false;
        }
        if self.due > 0 {
            return self.rules.stacking() && face.symbol() == top.symbol();
        }
        face.colour().is_none() || face.colour() == self.colour || face.symbol() == top.symbol()
    }

    /// The notation of all ways to play this face.
    fn ways(&self, seat: usize, face: Face, jump: bool) -> Vec<String> {
        let last = self.hands[seat].len() == 1;
        let colours = match face.colour() {
            Some(_) => vec![String::new()],
            None => Colour::ALL.iter().map(|c| format!(":{c}")).collect(),
        };
        let swaps = face.symbol() == Symbol::Number(7) && self.rules.seven_zero() && !last;
        let partners: Vec<Option<usize>> =
            if swaps { (0..self.seats).filter(|&s| s != seat).map(Some).collect() } else { vec![None] };
        let mut ways = Vec::new();
        for colour in colours {
            for partner in &partners {
                let mut text = format!("{face}{colour}");
                let mut left = self.hands[seat].len() - 1;
                if let Some(partner) = partner {
                    text = format!("{text} swap {partner}");
                    left = self.hands[*partner].len();
                } else if face.symbol() == Symbol::Number(0) && self.rules.seven_zero() && !last {
                    left = self.hands[self.before(seat)].len();
                }
                if jump {
                    text += " jump";
                }
                if left == 1 {
                    ways.push(format!("{text} uno"));
                }
                ways.push(text);
            }
        }
        ways
    }

    fn agree_on_choices(&self, seat: usize, table: &Table) -> Result<(), String> {
        let plays = |faces: &[Face]| -> Vec<String> {
            let faces: BTreeSet<Face> = faces.iter().copied().filter(|&face| self.fits(seat, face)).collect();
            faces.into_iter().flat_map(|face| self.ways(seat, face, false)).collect()
        };
        let expected: Vec<String> = match self.stage {
            Stage::Naming(who) if who == seat => Colour::ALL.iter().map(|c| format!("colour {c}")).collect(),
            Stage::Turn(who) if who == seat => {
                let stuck = self.due == 0 && self.pile.is_empty() && self.discards.len() < 2;
                let mut list = plays(&self.hands[seat]);
                list.push(if stuck { "pass" } else { "draw" }.to_owned());
                list
            }
            Stage::Drawn(who, face) if who == seat => {
                let mut list = plays(&[face]);
                if !self.rules.force_play() || list.is_empty() || self.bluffs(seat, face) {
                    list.push("keep".to_owned());
                }
                list
            }
            Stage::Answering(who) if who == seat => {
                let mut list = plays(&self.hands[seat]);
                list.extend(["accept".to_owned(), "challenge".to_owned()]);
                list
            }
            Stage::Window if !self.answers.contains_key(&seat) => {
                let mut list = vec!["pass".to_owned()];
                if self.owing.contains(&seat) {
                    list.push("uno".to_owned());
                }
                let others = (0..self.seats).filter(|&s| s != seat && self.hands[s].len() == 1);
                list.extend(others.map(|s| format!("catch {s}")));
                let top = self.top().filter(|top| self.rules.jump_in() && top.colour().is_some());
                if let Some(top) = top.filter(|top| self.hands[seat].contains(top)) {
                    list.extend(self.ways(seat, top, true));
                }
                list
            }
            Stage::Naming(_)
            | Stage::Turn(_)
            | Stage::Drawn(..)
            | Stage::Answering(_)
            | Stage::Window
            | Stage::Over => Vec::new(),
        };
        same_choices(table, seat, expected)
    }

    /// Compares a view (U35, U36).
    fn agree_on_view(&self, view: &View) -> Result<(), String> {
        let me = view.viewer.seat().map(Seat::index);
        let own = me.map_or(Vec::new(), |me| sorted(self.hands[me].clone()));
        same("own hand", own, faces(view.hand))?;
        same("pile", self.pile.len(), view.pile.into())?;
        same("discards", self.discards.clone(), view.discards.to_vec())?;
        for seat in 0..self.seats {
            same("count", self.hands[seat].len(), view.counts[seat].into())?;
            let seen = me.and_then(|me| self.seen.get(&(me, seat))).into_iter().flatten();
            same("cards seen", sorted(seen.copied()), faces(view.known[seat]))?;
        }
        let drawn =
            if let Stage::Drawn(seat, face) = self.stage { (Some(seat) == me).then_some(face) } else { None };
        same("card drawn", drawn, view.drawn)
    }
}
