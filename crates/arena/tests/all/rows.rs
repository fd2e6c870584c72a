//! Made-up games from a seed.

#![allow(dead_code, reason = "each user needs a different part")]

use mazzo_arena::{Claim, GameRow, Plan, SeatRow};

/// Random numbers from a seed (`SplitMix64`).
pub(crate) struct SplitMix(pub(crate) u64);

impl SplitMix {
    /// The next number.
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// From 0 to 1.
    pub(crate) fn unit(&mut self) -> f64 {
        f64::from((self.next() >> 32) as u32) / 4_294_967_296.0
    }

    /// Below `limit`.
    pub(crate) fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit
    }

    /// Approximately normal, with variance 1.
    pub(crate) fn normal(&mut self) -> f64 {
        (0..12).map(|_| self.unit()).sum::<f64>() - 6.0
    }

    /// Shuffles.
    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last as u64 + 1) as usize);
        }
    }
}

/// The parameters of made-up games.
pub(crate) struct World {
    /// The strength of each bot; the noise has a standard deviation of 1.
    pub(crate) strength: Vec<f64>,
    /// How much the cards of a deal favour a seat.
    pub(crate) cards: f64,
    /// One game in this many has two winners.
    pub(crate) shared: u64,
    /// The seed.
    pub(crate) seed: u64,
}

impl World {
    /// Bots whose strengths rise by a step.
    pub(crate) fn rising(bots: usize, step: f64, seed: u64) -> Self {
        let strength = (0..bots as u32).map(|bot| f64::from(bot) * step).collect();
        Self { strength, cards: 0.8, shared: 7, seed }
    }

    /// The games of a deal.
    pub(crate) fn deal(&self, plan: &Plan, deal: u64) -> Vec<GameRow> {
        let mut cards = SplitMix(self.seed ^ deal.wrapping_mul(0xA076_1D64_78BD_642F));
        let seats = usize::from(plan.seats());
        let favour: Vec<f64> = (0..seats).map(|_| cards.normal() * self.cards).collect();
        let lead = cards.below(seats as u64) as u8;
        let games = 0..plan.games_per_deal();
        games.map(|within| self.game(plan, deal, within, &favour, lead)).collect()
    }

    /// The games of many deals.
    pub(crate) fn rows(&self, plan: &Plan, deals: u64) -> Vec<GameRow> {
        (0..deals).flat_map(|deal| self.deal(plan, deal)).collect()
    }

    fn game(&self, plan: &Plan, deal: u64, within: u64, favour: &[f64], lead: u8) -> GameRow {
        let (_, lineup, rotation) = plan.game(within);
        let mut luck =
            SplitMix(self.seed ^ plan.index(deal, lineup, rotation).wrapping_mul(0xE703_7ED1_A0B4_28DB));
        let table = plan.table(lineup, rotation);
        let mut form: Vec<(f64, usize)> = (0..table.len())
            .map(|seat| {
                let early = if seat == usize::from(lead) { 0.25 } else { 0.0 };
                (self.strength[usize::from(table[seat])] + favour[seat] + early + luck.normal(), seat)
            })
            .collect();
        form.sort_by(|a, b| b.0.total_cmp(&a.0));
        let winners = match luck.below(200) {
            0 => 0,
            n if n % self.shared == 1 && form.len() > 2 => 1 << form[0].1 | 1 << form[1].1,
            _ => 1_u16 << form[0].1,
        };
        let rounds = 3 + luck.below(5) as u32 + luck.below(4) as u32;
        let seats = table.iter().enumerate().map(|(seat, &bot)| seat_row(&mut luck, winners, seat, bot));
        let seats: Vec<SeatRow> = seats.collect();
        GameRow {
            deal,
            lineup,
            rotation,
            lead,
            winners,
            rounds,
            moves: rounds * (9 + luck.below(8) as u32) + luck.below(10) as u32,
            comeback: winners > 0 && luck.below(5) == 0,
            counts: (0..4).map(|n| luck.below(3 + n) as u32).collect(),
            seats,
        }
    }
}

/// A seat of a made-up game: bots with higher numbers call better and exaggerate less.
fn seat_row(luck: &mut SplitMix, winners: u16, seat: usize, bot: u8) -> SeatRow {
    let won = winners >> seat & 1 == 1;
    let calls = luck.below(4) as u32;
    let right = (0..calls).filter(|_| luck.below(10) < 4 + u64::from(bot)).count() as u32;
    let claims = (0..3).map(|_| {
        let said = luck.below(101) as u8;
        let meant = 0.5 + (f64::from(said) / 100.0 - 0.5) * (0.55 + 0.15 * f64::from(bot)).min(1.0);
        let times = 1 + luck.below(4) as u32;
        let held = (0..times).filter(|_| luck.unit() < meant).count() as u32;
        Claim { said, times, held }
    });
    let claims = if bot == 0 { vec![] } else { claims.collect() };
    SeatRow {
        bot,
        points: luck.below(4) as i32 - 1 + 3 * i32::from(won),
        right,
        wrong: calls - right,
        decisions: 10 + luck.below(30) as u32,
        faults: u32::from(bot == 1 && luck.below(50) == 0),
        claims,
    }
}

/// A plan for this many bots, named by letters.
pub(crate) fn plan(bots: usize, seats: u8) -> Plan {
    let names = (0..bots).map(|bot| char::from(b'a' + bot as u8).to_string()).collect();
    Plan::new(names, seats).expect("these make a plan")
}
