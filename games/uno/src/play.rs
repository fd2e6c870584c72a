//! The rules.

use std::ops::RangeInclusive;

use mazzo_core::{ActionList, Card, CardSet, Chance, Game, Outcome, Seat, SeatSet, Setup, Sink};

use crate::action::{Action, Illegal, Play};
use crate::card::{Colour, DECK, Face, Symbol, WILDS, faces, lowest_alike};
use crate::event::{Answer, Event, Public, Why};
use crate::rules::Rules;
use crate::table::{Phase, Table};
use crate::{HAND, MAX_RESHUFFLES};

/// A table while an action is carried out. Every fact goes through [`Motion::emit`], which applies it and sends it to the sink.
struct Motion<'a, C, S> {
    table: &'a mut Table,
    chance: &'a mut C,
    sink: &'a mut S,
}

impl Game for Table {
    type Rules = Rules;
    type Action = Action;
    type Illegal = Illegal;
    type Event = Event;

    const NAME: &'static str = "uno";
    const SEATS: RangeInclusive<u8> = 2..=10; // U2
    const DECK: CardSet = DECK;
    const RULES_VERSION: u16 = 1;

    fn empty(setup: Setup<Rules>) -> Self {
        Self::empty(setup.rules, setup.seats)
    }

    fn deal<C: Chance, S: Sink<Event>>(&mut self, chance: &mut C, sink: &mut S) {
        Motion { table: self, chance, sink }.cut();
    }

    #[inline]
    fn to_act(&self) -> SeatSet {
        match self.board.phase {
            Phase::Naming(seat) | Phase::Turn(seat) | Phase::Drawn(seat) | Phase::Answering(seat) => {
                SeatSet::only(seat)
            }
            Phase::Window => self.unanswered(),
            Phase::Dealing | Phase::Over => SeatSet::EMPTY,
        }
    }

    #[expect(clippy::inline_always, reason = "hot path of playouts")]
    #[inline(always)]
    fn legal(&self, seat: Seat, out: &mut ActionList<Action>) {
        match self.board.phase {
            Phase::Naming(who) | Phase::Turn(who) | Phase::Drawn(who) | Phase::Answering(who)
                if who != seat => {}
            Phase::Window if !self.unanswered().has(seat) => {}
            Phase::Naming(_) => out.extend(Colour::ALL.map(Action::Colour)),
            Phase::Turn(_) => {
                self.push_all_plays(seat, out);
                let nothing = self.board.due == 0 && self.stock() == 0;
                out.push(if nothing { Action::Pass } else { Action::Draw });
            }
            Phase::Drawn(_) => {
                // Fast path: most drawn cards do not fit.
                if self.playable(seat) != 0 {
                    self.push_few_plays(seat, out);
                    if self.must_play_drawn(seat) {
                        return;
                    }
                }
                out.push(Action::Keep);
            }
            Phase::Answering(_) => {
                out.push(Action::Accept);
                out.push(Action::Challenge);
                self.push_few_plays(seat, out);
            }
            Phase::Window => {
                out.push(Action::Pass);
                if self.board.owing.has(seat) {
                    out.push(Action::Uno);
                }
                for other in SeatSet::all(self.board.seats).without(seat) {
                    if self.hands[other.index()].len() == 1 {
                        out.push(Action::Catch(other));
                    }
                }
                if let Some(face) = self.identical()
                    && !(self.hands[seat.index()] & face.cards()).is_empty()
                {
                    self.push_plays(seat, face, self.hands[seat.index()].len() - 1, out, Action::Jump);
                }
            }
            Phase::Dealing | Phase::Over => {}
        }
    }

    fn permit(&self, seat: Seat, action: Action) -> Result<(), Illegal> {
        let phase = self.board.phase;
        if matches!(phase, Phase::Over | Phase::Dealing) {
            return Err(Illegal::GameOver);
        }
        if !self.to_act().has(seat) {
            let answered = phase == Phase::Window && seat.index() < usize::from(self.board.seats);
            return Err(if answered { Illegal::Answered } else { Illegal::NotYourTurn });
        }
        let only_if = |holds: bool, why: Illegal| if holds { Ok(()) } else { Err(why) };
        match action {
            Action::Play(play) => {
                let in_turn = matches!(phase, Phase::Turn(_) | Phase::Drawn(_) | Phase::Answering(_));
                only_if(in_turn, Illegal::NotNow)?;
                self.permit_card(seat, play.face)?;
                self.permit_words(seat, play)
            }
            Action::Draw => {
                only_if(matches!(phase, Phase::Turn(_)), Illegal::NotNow)?;
                only_if(self.board.due > 0 || self.stock() > 0, Illegal::NothingToDraw)
            }
            Action::Keep => {
                only_if(matches!(phase, Phase::Drawn(_)), Illegal::NotNow)?;
                only_if(!self.must_play_drawn(seat), Illegal::MustPlay)
            }
            Action::Pass => match phase {
                Phase::Window => Ok(()),
                Phase::Turn(_) => only_if(self.board.due == 0 && self.stock() == 0, Illegal::CanDraw),
                Phase::Dealing | Phase::Naming(_) | Phase::Drawn(_) | Phase::Answering(_) | Phase::Over => {
                    Err(Illegal::NotNow)
                }
            },
            Action::Colour(_) => only_if(matches!(phase, Phase::Naming(_)), Illegal::NotNow),
            Action::Accept | Action::Challenge => {
                only_if(matches!(phase, Phase::Answering(_)), Illegal::NotNow)
            }
            Action::Uno => {
                only_if(phase == Phase::Window, Illegal::NotNow)?;
                only_if(self.board.owing.has(seat), Illegal::NoUno)
            }
            Action::Catch(of) => {
                only_if(phase == Phase::Window, Illegal::NotNow)?;
                let there = of != seat && of.index() < usize::from(self.board.seats);
                only_if(there && self.hands[of.index()].len() == 1, Illegal::NobodyToCatch)
            }
            Action::Jump(play) => {
                only_if(phase == Phase::Window, Illegal::NotNow)?;
                only_if(self.identical() == Some(play.face), Illegal::NotIdentical)?;
                only_if(!(self.hands[seat.index()] & play.face.cards()).is_empty(), Illegal::NotInHand)?;
                self.permit_words(seat, play)
            }
        }
    }

    /// Draw, keep, accept or pass; the first option where the seat has to choose a colour or a swap.
    fn default_action(&self, seat: Seat) -> Action {
        match self.board.phase {
            Phase::Naming(_) => Action::Colour(Colour::Red),
            Phase::Turn(_) if self.board.due > 0 || self.stock() > 0 => Action::Draw,
            Phase::Drawn(_) if self.must_play_drawn(seat) => {
                let mut plays = ActionList::new();
                self.push_few_plays(seat, &mut plays);
                plays.first().copied().unwrap_or(Action::Keep)
            }
            Phase::Drawn(_) => Action::Keep,
            Phase::Answering(_) => Action::Accept,
            Phase::Turn(_) | Phase::Window | Phase::Dealing | Phase::Over => Action::Pass,
        }
    }

    #[expect(clippy::inline_always, reason = "hot path of playouts")]
    #[inline(always)]
    fn apply<C: Chance, S: Sink<Event>>(&mut self, seat: Seat, action: Action, chance: &mut C, sink: &mut S) {
        let in_window = self.board.phase == Phase::Window;
        let mut motion = Motion { table: self, chance, sink };
        match action {
            Action::Play(play) => motion.play(seat, play),
            Action::Draw => motion.draw_on_turn(seat),
            Action::Keep => motion.keep(seat),
            Action::Pass if in_window => motion.answer(seat, Answer::Pass),
            Action::Pass => motion.pass(seat),
            Action::Colour(colour) => motion.name(seat, colour),
            Action::Accept => motion.accept(seat),
            Action::Challenge => motion.challenge(seat),
            Action::Uno => motion.answer(seat, Answer::Uno),
            Action::Catch(of) => motion.answer(seat, Answer::Catch { of }),
            Action::Jump(play) => motion.answer(seat, Answer::Jump { uno: play.uno, swap: play.swap }),
        }
    }

    fn evolve(&mut self, event: Event) {
        self.evolve(event);
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        let (winners, rounds) = (self.board.winners, self.board.round);
        (self.board.phase == Phase::Over).then_some(Outcome { winners, rounds })
    }

    fn check(&self) -> Result<(), &'static str> {
        self.check()
    }

    #[inline]
    fn seats(&self) -> u8 {
        self.board.seats
    }

    fn rules(&self) -> Rules {
        self.board.rules
    }
}

impl Table {
    /// The faces that a seat may play on its turn, one bit each.
    #[expect(clippy::inline_always, reason = "hot path of playouts")]
    #[inline(always)]
    fn playable(&self, seat: Seat) -> u64 {
        let board = &self.board;
        let (Some(top), Some(colour)) = (self.top(), board.colour) else { return 0 };
        let matching = match board.due {
            0 => top.answers(colour),
            _ if board.rules.stacking() => top.alike(), // U40
            _ => 0,
        };
        let offered = match (board.phase, self.drawn) {
            (Phase::Drawn(_), Some(card)) => Face::of(card).bit(), // U14
            _ => faces(self.hands[seat.index()]),
        };
        if board.rules.strict() && self.is_unfair(seat, Face::WILD_DRAW_FOUR) {
            return offered & matching & !Face::WILD_DRAW_FOUR.bit(); // U22
        }
        offered & matching
    }

    /// U21: a Wild +4 is fair if the hand holds no card of the colour in force.
    fn is_unfair(&self, seat: Seat, face: Face) -> bool {
        let colour = self.board.colour.map_or(0, Colour::faces);
        face == Face::WILD_DRAW_FOUR && faces(self.hands[seat.index()]) & colour != 0
    }

    /// True if the Wild +4 just played was unfair (U21, U24). The hand has not changed since: nobody has drawn.
    pub(crate) fn is_bluff(&self) -> bool {
        let colour = self.board.colour_before.map_or(0, Colour::faces);
        faces(self.hands[self.board.last.index()]) & colour != 0
    }

    /// True if the drawn card must be played (U42). A player is never forced to bluff.
    fn must_play_drawn(&self, seat: Seat) -> bool {
        let drawn = self.drawn.map(Face::of);
        self.board.rules.force_play()
            && self.playable(seat) != 0
            && drawn.is_some_and(|face| !self.is_unfair(seat, face))
    }

    /// The number of cards that a seat will hold after a play, including swaps (U44).
    #[inline]
    fn left_after(&self, seat: Seat, face: Face, swap: Option<Seat>) -> u8 {
        let board = &self.board;
        let rest = self.hands[seat.index()].len() - 1;
        if rest > 0 && board.rules.seven_zero() {
            if let Some(with) = swap {
                return self.hands[with.index()].len();
            }
            if face.symbol() == Symbol::Number(0) {
                return self.hands[seat.next(board.seats, !board.clockwise).index()].len();
            }
        }
        rest
    }

    /// True if this play swaps hands with another seat (U44). A last card does not: the round is over.
    #[inline]
    fn swaps(&self, seat: Seat, face: Face) -> bool {
        self.board.rules.seven_zero()
            && face.symbol() == Symbol::Number(7)
            && self.hands[seat.index()].len() > 1
    }

    /// The face that may be played out of turn (U43). Wilds have no colour, so no card is identical to one.
    #[inline]
    fn identical(&self) -> Option<Face> {
        self.top().filter(|top| self.board.rules.jump_in() && top.cards().len() == 2)
    }

    /// Appends all ways to play a face.
    #[inline]
    fn push_plays(
        &self,
        seat: Seat,
        face: Face,
        rest: u8,
        out: &mut ActionList<Action>,
        act: fn(Play) -> Action,
    ) {
        let mut push = |play: Play, left: u8| {
            out.push(act(play));
            if left == 1 {
                out.push(act(Play { uno: true, ..play }));
            }
        };
        let play = Play::plain(face);
        if face.colour().is_none() {
            for colour in Colour::ALL {
                push(Play { colour: Some(colour), ..play }, rest);
            }
        } else if !self.board.rules.seven_zero() {
            push(play, rest);
        } else if self.swaps(seat, face) {
            for with in SeatSet::all(self.board.seats).without(seat) {
                push(Play { swap: Some(with), ..play }, self.left_after(seat, face, Some(with)));
            }
        } else {
            push(play, self.left_after(seat, face, None));
        }
    }

    /// Same as `push_all_plays`, not inlined, for the rare phases.
    #[inline(never)]
    fn push_few_plays(&self, seat: Seat, out: &mut ActionList<Action>) {
        self.push_all_plays(seat, out);
    }

    /// Appends all ways to play all playable cards.
    #[expect(clippy::inline_always, reason = "hot path of playouts")]
    #[inline(always)]
    fn push_all_plays(&self, seat: Seat, out: &mut ActionList<Action>) {
        let mut faces = self.playable(seat);
        let rest = self.hands[seat.index()].len().saturating_sub(1);
        if !self.board.rules.seven_zero() && rest != 1 {
            // Fast path: without swaps and UNO, a coloured card can be played in one way only.
            let mut coloured = faces & !WILDS;
            while coloured != 0 {
                if let Some(face) = Face::new(coloured.trailing_zeros() as u8) {
                    out.push(Action::Play(Play::plain(face)));
                }
                coloured &= coloured - 1;
            }
            faces &= WILDS;
        }
        while faces != 0 {
            if let Some(face) = Face::new(faces.trailing_zeros() as u8) {
                self.push_plays(seat, face, rest, out, Action::Play);
            }
            faces &= faces - 1;
        }
    }

    /// Checks that a seat may play a card of this face on its turn.
    fn permit_card(&self, seat: Seat, face: Face) -> Result<(), Illegal> {
        if self.playable(seat) & face.bit() != 0 {
            Ok(())
        } else if (self.hands[seat.index()] & face.cards()).is_empty() {
            Err(Illegal::NotInHand)
        } else if matches!(self.board.phase, Phase::Drawn(_)) && self.drawn.map(Face::of) != Some(face) {
            Err(Illegal::OnlyTheDrawn)
        } else if self.board.rules.strict() && self.is_unfair(seat, face) {
            Err(Illegal::Unfair)
        } else {
            Err(Illegal::DoesNotMatch)
        }
    }

    /// Checks the colour, the swap and the UNO of a play.
    fn permit_words(&self, seat: Seat, play: Play) -> Result<(), Illegal> {
        if play.colour.is_some() == play.face.colour().is_some() {
            return Err(Illegal::Colour);
        }
        let fits = match play.swap {
            Some(with) => {
                self.swaps(seat, play.face) && with != seat && with.index() < usize::from(self.board.seats)
            }
            None => !self.swaps(seat, play.face),
        };
        if !fits {
            return Err(Illegal::Swap);
        }
        if play.uno && self.left_after(seat, play.face, play.swap) != 1 {
            return Err(Illegal::NoUno);
        }
        Ok(())
    }
}

impl<C: Chance, S: Sink<Event>> Motion<'_, C, S> {
    #[expect(clippy::inline_always, reason = "inlining resolves the match over facts at compile time")]
    #[inline(always)]
    fn emit(&mut self, event: Event) {
        self.table.evolve(event);
        self.sink.emit(event);
    }

    #[expect(clippy::inline_always, reason = "inlining resolves the match over facts at compile time")]
    #[inline(always)]
    fn tell(&mut self, fact: Public) {
        self.emit(Event::Public(fact));
    }

    fn count(&self, seat: Seat) -> u8 {
        self.table.hands[seat.index()].len()
    }

    // Setting up.

    /// U3: each player draws a card, and the highest number deals.
    fn cut(&mut self) {
        self.shuffle(false);
        let mut highest = SeatSet::all(self.table.board.seats);
        while highest.len() > 1 {
            let (mut best, mut value) = (SeatSet::EMPTY, 0);
            for seat in highest {
                let Some(card) = self.next_card() else { break };
                self.emit(Event::Cut { seat, card });
                let number = match Face::of(card).symbol() {
                    Symbol::Number(n) => n,
                    Symbol::DrawTwo
                    | Symbol::Reverse
                    | Symbol::Skip
                    | Symbol::Wild
                    | Symbol::WildDrawFour => 0,
                };
                if number > value {
                    (best, value) = (SeatSet::EMPTY, number);
                }
                if number == value {
                    best = best.with(seat);
                }
            }
            highest = best;
        }
        self.begin_round(highest.first().unwrap_or_default());
    }

    fn begin_round(&mut self, dealer: Seat) {
        let seats = self.table.board.seats;
        self.tell(Public::RoundBegan { dealer });
        self.chance.shuffle(DECK);
        self.emit(Event::Shuffled { again: false });
        for _ in 0..HAND {
            let mut seat = dealer;
            for _ in 0..seats {
                seat = seat.next(seats, true);
                self.draw(seat, Why::Deal);
            }
        }
        while let Some(card) = self.next_card() {
            self.emit(Event::Started { card });
            let face = Face::of(card);
            if face != Face::WILD_DRAW_FOUR {
                return self.start(face, dealer);
            }
            self.emit(Event::Returned); // U10
            self.shuffle(false);
        }
    }

    /// Applies the effect of the first card (U6-U9).
    fn start(&mut self, face: Face, dealer: Seat) {
        let first = self.table.board.next;
        match face.symbol() {
            Symbol::DrawTwo => {
                self.tell(Public::Raised { due: 2 });
                if !self.table.board.rules.stacking() {
                    self.suffer(first, 2, Why::DrawTwo);
                }
            }
            Symbol::Reverse => {
                self.tell(Public::Reversed);
                return self.begin_turn(dealer);
            }
            Symbol::Skip => self.tell(Public::Skipped { seat: first }),
            Symbol::Wild => return self.tell(Public::ColourAsked { seat: first }),
            Symbol::Number(_) | Symbol::WildDrawFour => {}
        }
        self.begin_next_turn();
    }

    fn name(&mut self, seat: Seat, colour: Colour) {
        self.tell(Public::Named { seat, colour });
        self.begin_turn(seat);
    }

    // Drawing.

    /// Shuffles the pile together with the discards except their top (U10, U15).
    fn shuffle(&mut self, again: bool) {
        let top = self.table.discards.top();
        let discards = self.table.discards.iter().filter(|&card| Some(card) != top);
        let cards = discards.fold(self.table.pile, CardSet::with);
        self.chance.shuffle(cards);
        self.emit(Event::Shuffled { again });
    }

    #[expect(clippy::inline_always, reason = "hot path of playouts")]
    #[inline(always)]
    fn next_card(&mut self) -> Option<Card> {
        if self.table.pile.is_empty() {
            if self.table.stock() == 0 {
                return None; // U16
            }
            self.shuffle(true);
        }
        Some(lowest_alike(self.chance.draw(), self.table.pile))
    }

    #[expect(clippy::inline_always, reason = "hot path of playouts")]
    #[inline(always)]
    fn draw(&mut self, seat: Seat, why: Why) -> bool {
        let Some(card) = self.next_card() else { return false };
        self.emit(Event::Drew { seat, card, why });
        true
    }

    fn draw_many(&mut self, seat: Seat, count: u8, why: Why) {
        for _ in 0..count {
            if !self.draw(seat, why) {
                return; // U16: no more cards are left
            }
        }
    }

    /// Draws and loses the turn (U17, U21, U26).
    fn suffer(&mut self, seat: Seat, count: u8, why: Why) {
        self.draw_many(seat, count, why);
        self.tell(Public::Skipped { seat });
    }

    #[inline]
    fn draw_on_turn(&mut self, seat: Seat) {
        let due = self.table.board.due;
        if due > 0 {
            let four = self.table.top() == Some(Face::WILD_DRAW_FOUR);
            self.suffer(seat, due, if four { Why::DrawFour } else { Why::DrawTwo });
            return self.begin_next_turn();
        }
        // U41. Applies also to a player who could have played: otherwise the number of drawn cards would reveal that.
        while self.draw(seat, Why::Turn) && self.table.board.rules.draw_to_match() {
            if self.table.playable(seat) != 0 {
                return;
            }
        }
    }

    fn keep(&mut self, seat: Seat) {
        self.tell(Public::Kept { seat });
        self.begin_turn(self.table.board.step(seat));
    }

    /// U16: a pass, since no card is left to draw.
    fn pass(&mut self, seat: Seat) {
        self.tell(Public::Passed { seat });
        if self.table.board.passes < self.table.board.seats {
            return self.begin_turn(self.table.board.step(seat));
        }
        self.void_round();
    }

    // Playing.

    #[inline]
    fn begin_turn(&mut self, seat: Seat) {
        if self.table.board.reshuffles >= MAX_RESHUFFLES {
            return self.void_round();
        }
        self.tell(Public::TurnBegan { seat });
    }

    /// Ends a void round: no scores (U16).
    fn void_round(&mut self) {
        self.tell(Public::Voided);
        self.next_round();
    }

    #[inline]
    fn begin_next_turn(&mut self) {
        self.begin_turn(self.table.board.next);
    }

    #[expect(clippy::inline_always, reason = "hot path of playouts")]
    #[inline(always)]
    fn play(&mut self, seat: Seat, play: Play) {
        let face = play.face;
        let Some(card) = (self.table.hands[seat.index()] & face.cards()).first() else { return };
        self.emit(Event::Played { seat, card, colour: play.colour });
        if self.table.hands[seat.index()].is_empty() {
            return self.go_out(seat, face);
        }
        if self.table.board.rules.seven_zero() {
            let hands_changed = self.exchange(seat, play);
            self.ask_for_uno(hands_changed.iter().filter(|&s| self.count(s) == 1).collect());
        } else if self.count(seat) == 1 {
            self.ask_for_uno(SeatSet::only(seat));
        }
        if play.uno && self.table.board.owing.has(seat) {
            self.tell(Public::Said { seat });
        }
        self.take_effect(face);
    }

    /// Adds these seats, left with one card, to those that owe UNO (U27), which may include earlier ones (U40).
    fn ask_for_uno(&mut self, one_left: SeatSet) {
        let before = self.table.board.owing;
        if before.or(one_left) != before {
            self.tell(Public::Owed { seats: before.or(one_left) });
        }
    }

    /// U44. Returns the seats whose hands changed.
    fn exchange(&mut self, seat: Seat, play: Play) -> SeatSet {
        if let Some(with) = play.swap {
            self.emit(Event::Swapped { a: seat, b: with });
            SeatSet::only(seat).with(with)
        } else if play.face.symbol() == Symbol::Number(0) {
            self.emit(Event::Rotated);
            SeatSet::all(self.table.board.seats)
        } else {
            SeatSet::only(seat)
        }
    }

    #[expect(clippy::inline_always, reason = "hot path of playouts")]
    #[inline(always)]
    fn take_effect(&mut self, face: Face) {
        let board = &self.table.board;
        let (next, due, rules) = (board.next, board.due, board.rules);
        match face.symbol() {
            Symbol::Number(_) | Symbol::Wild => {}
            Symbol::Skip => self.tell(Public::Skipped { seat: next }),
            Symbol::Reverse => {
                let skips = board.seats == 2 && !rules.reverse_only_turns(); // U18
                self.tell(Public::Reversed);
                if skips {
                    self.tell(Public::Skipped { seat: next });
                }
            }
            Symbol::DrawTwo => {
                self.tell(Public::Raised { due: due.saturating_add(2) });
                if !rules.stacking() {
                    self.suffer(next, 2, Why::DrawTwo);
                }
            }
            Symbol::WildDrawFour => {
                self.tell(Public::Raised { due: due.saturating_add(4) });
                if !rules.strict() {
                    return self.tell(Public::Asked { seat: next });
                }
                if !rules.stacking() {
                    self.suffer(next, 4, Why::DrawFour);
                }
            }
        }
        self.complete();
    }

    /// Ends a play after its effect: opens a window if UNO, a catch or a jump is possible.
    #[expect(clippy::inline_always, reason = "hot path of playouts")]
    #[inline(always)]
    fn complete(&mut self) {
        if !self.table.board.owing.is_empty() || self.table.identical().is_some() {
            self.tell(Public::Opened);
        } else {
            self.begin_next_turn();
        }
    }

    fn accept(&mut self, seat: Seat) {
        self.tell(Public::Accepted { seat });
        self.suffer(seat, self.table.board.due, Why::DrawFour);
        self.complete();
    }

    /// U23-U26.
    fn challenge(&mut self, seat: Seat) {
        let board = &self.table.board;
        let (of, due) = (board.last, board.due);
        self.tell(Public::Challenged { seat, of });
        self.emit(Event::Shown { to: seat, of });
        let guilty = self.table.is_bluff();
        self.tell(Public::Judged { of, guilty });
        if guilty {
            self.draw_many(of, due, Why::Guilty);
            self.tell(Public::Raised { due: 0 });
        } else {
            self.suffer(seat, due.saturating_add(2), Why::WrongChallenge);
        }
        self.complete();
    }

    // The window.

    #[inline]
    fn answer(&mut self, seat: Seat, answer: Answer) {
        self.emit(Event::Answered { seat, answer });
        if self.table.to_act().is_empty() {
            self.close();
        }
    }

    /// Closes the window (U27-U29): UNO beats a catch; then a jump, or the next turn.
    fn close(&mut self) {
        let board = &self.table.board;
        let (seats, last) = (board.seats, board.last);
        let in_order = |step: u8| (0..step).fold(last, |seat, _| seat.next(seats, board.clockwise));
        let order: [Seat; crate::MAX_SEATS] = std::array::from_fn(|step| in_order(step as u8));
        let order = &order[..usize::from(seats)];
        for &seat in order {
            if self.table.answer(seat) == Some(Answer::Uno) {
                self.tell(Public::Said { seat });
            }
        }
        // All catches are simultaneous: the penalty of one does not invalidate another.
        let to_blame = self.table.board.owing;
        let mut caught = SeatSet::EMPTY;
        for &seat in order {
            let Some(Answer::Catch { of }) = self.table.answer(seat) else { continue };
            if !to_blame.has(of) {
                self.tell(Public::Mistaken { seat, of });
                if self.table.board.rules.wrong_catch_draws() {
                    self.draw_many(seat, 1, Why::WrongCatch);
                }
            } else if !caught.has(of) {
                caught = caught.with(of);
                self.tell(Public::Caught { seat: of, by: seat });
                self.draw_many(of, 2, Why::Caught);
            }
        }
        for &seat in order {
            // Only one identical card exists, so there is at most one jump. A 7 without a swap was meant as a last card; if its
            // player was caught in this window, it is not the last card any more, and stays in the hand.
            if let (Some(Answer::Jump { uno, swap }), Some(face)) =
                (self.table.answer(seat), self.table.identical())
                && self.table.swaps(seat, face) == swap.is_some()
            {
                self.tell(Public::Jumped { seat });
                return self.play(seat, Play { face, colour: None, swap, uno });
            }
        }
        self.begin_next_turn();
    }

    // The end.

    /// U31: the last card still has its effect on the next player.
    fn go_out(&mut self, seat: Seat, face: Face) {
        let board = &self.table.board;
        let (next, due) = (board.next, board.due);
        match face.symbol() {
            Symbol::DrawTwo => self.draw_many(next, due.saturating_add(2), Why::DrawTwo),
            Symbol::WildDrawFour => self.draw_many(next, due.saturating_add(4), Why::DrawFour),
            Symbol::Number(_) | Symbol::Reverse | Symbol::Skip | Symbol::Wild => {}
        }
        self.tell(Public::RoundWon { seat });
        self.score(seat);
        match self.table.winners() {
            SeatSet::EMPTY => self.next_round(),
            winners => self.tell(Public::Ended { winners }),
        }
    }

    /// U32, U34.
    fn score(&mut self, winner: Seat) {
        let points =
            |seat: Seat| self.table.hands[seat.index()].iter().map(|card| Face::of(card).points()).sum();
        let seats = SeatSet::all(self.table.board.seats);
        if self.table.board.rules.low() {
            for (seat, points) in seats.iter().map(|seat| (seat, points(seat))).collect::<ScoreList>() {
                self.tell(Public::Scored { seat, points });
            }
        } else {
            let points = seats.iter().map(points).sum();
            self.tell(Public::Scored { seat: winner, points });
        }
    }

    fn next_round(&mut self) {
        let board = &self.table.board;
        self.begin_round(board.dealer.next(board.seats, true)); // U11
    }
}

type ScoreList = arrayvec::ArrayVec<(Seat, u16), { crate::MAX_SEATS }>;

impl Table {
    /// U33, U34.
    fn winners(&self) -> SeatSet {
        let board = &self.board;
        let seats = SeatSet::all(board.seats);
        let score = |seat: &Seat| board.scores[seat.index()];
        if seats.iter().all(|seat| score(&seat) < board.rules.target) {
            return SeatSet::EMPTY;
        }
        let best = if board.rules.low() {
            seats.iter().map(|s| score(&s)).min()
        } else {
            seats.iter().map(|s| score(&s)).max()
        };
        seats.iter().filter(|seat| Some(score(seat)) == best).collect()
    }
}
