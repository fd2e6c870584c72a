//! Scratch.
#![allow(clippy::all, clippy::pedantic, missing_docs, clippy::print_stdout, clippy::unwrap_used, reason="scratch")]
use mazzo_bots::{Bot, Counter, Mind, Played, Spec, Thinks};
use mazzo_core::*;
use mazzo_sim::{Seated, playout};

pub fn duel<G: Played>(a: &(dyn Fn() -> (Box<dyn Bot<G>>, Thinks) + Sync), b: &(dyn Fn() -> (Box<dyn Bot<G>>, Thinks) + Sync), seats: u8, deals: u64, seed: u64, rules: G::Rules) -> (f64, f64, f64) {
    let threads = 2u64;
    let parts: Vec<Vec<f64>> = std::thread::scope(|s| {
        let hs: Vec<_> = (0..threads).map(|t| s.spawn(move || {
            let mut out = Vec::new();
            let mut d = t;
            while d < deals {
                let ds = seed_for(seed, d);
                let mut score = 0.0;
                for rot in 0..2u8 {
                    let mut dealer = Dealer::<FastRng>::new(seed_for(ds, 0));
                    let bots = (0..seats).map(|i| { let (bot, th) = if (i + rot) % 2 == 0 { a() } else { b() }; (bot, th, false) });
                    let mut players = Seated::<G>::with(bots, seed_for(ds, 1 + rot as u64));
                    let (_, len) = playout(Setup { seats, rules }, &mut players, &mut dealer, &mut (), |_: &G, _, _| ());
                    let Some(o) = len.outcome else { continue }; let w = o.winners;
                    let k = w.iter().filter(|s| (s.index() as u8 + rot) % 2 == 0).count() as f64;
                    score += k / w.len() as f64 / 2.0;
                }
                out.push(score);
                d += threads;
            }
            out
        })).collect();
        hs.into_iter().map(|h| h.join().unwrap()).collect()
    });
    let all: Vec<f64> = parts.concat();
    let n = all.len() as f64;
    let m = all.iter().sum::<f64>() / n;
    let v = all.iter().map(|x| (x - m) * (x - m)).sum::<f64>() / (n - 1.0);
    (m, 1.96 * (v / n).sqrt(), v)
}

fn spec<G: Played>(text: &str) -> impl Fn() -> (Box<dyn Bot<G>>, Thinks) + Sync {
    let spec: Spec = text.parse().unwrap();
    move || (spec.make::<G>(), spec.thinks)
}

fn run<G: Played>(args: &[String]) {
    let seats: u8 = args[3].parse().unwrap();
    let deals: u64 = args[4].parse().unwrap();
    let rules = args.get(5).map(|r| G::Rules::parse(r).unwrap()).unwrap_or_default();
    let start = std::time::Instant::now();
    let (m, e, _) = duel::<G>(&spec::<G>(&args[1]), &spec::<G>(&args[2]), seats, deals, 77, rules);
    println!("{} {} vs {} seats {}: {:.2}% ± {:.2}  ({:.1}s)", G::NAME, args[1], args[2], seats, 100.0 * m, 100.0 * e, start.elapsed().as_secs_f64());
}


trait Vector: Sized + Copy { fn get(&self) -> Vec<f64>; fn put(v: &[f64]) -> Self; }
impl Vector for mazzo_bots::diciassette::Taste {
    fn get(&self) -> Vec<f64> { let mut v = vec![self.call_at, self.sharp, self.pressure, self.press_from, self.doubled, self.rid, self.wait, self.show, self.impatience]; v.extend(self.part); v }
    fn put(v: &[f64]) -> Self { Self { call_at: v[0], sharp: v[1], pressure: v[2], press_from: v[3], doubled: v[4], rid: v[5], wait: v[6], show: v[7], impatience: v[8], part: v[9..13].try_into().unwrap(), ..Self::BEST } }
}
impl Vector for mazzo_bots::uno::Taste {
    fn get(&self) -> Vec<f64> { vec![self.follow, self.colours, self.wild[0], self.wild[1], self.hit, self.hit_low, self.drawn, self.open, self.points, self.points_late, self.turn, self.draw[0], self.draw[1], self.bluffs, self.challenged, self.theirs, self.swap] }
    fn put(v: &[f64]) -> Self { Self { follow: v[0], colours: v[1], wild: [v[2], v[3]], hit: v[4], hit_low: v[5], drawn: v[6], open: v[7], points: v[8], points_late: v[9], turn: v[10], draw: [v[11], v[12]], bluffs: v[13], challenged: v[14], theirs: v[15], swap: v[16] } }
}
fn tune<G: Played>(seconds: u64, deals: u64, all_seats: &[u8], frozen: std::ops::Range<usize>) where G::Taste: Vector {
    use rand_core::{Rng, SeedableRng};
    let mut rng = FastRng::seed_from_u64(std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_nanos() as u64);
    let mut best = G::TASTE.get();
    let start = std::time::Instant::now();
    let make = |v: Vec<f64>| move || -> (Box<dyn Bot<G>>, Thinks) { (Box::new(Counter::<G>::with_taste(Mind::EXACT, G::Taste::put(&v))), Thinks::Worlds(1)) };
    let unit = |rng: &mut FastRng| (rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
    let mut tries = 0;
    while start.elapsed().as_secs() < seconds {
        let mut v = best.clone();
        for i in 0..v.len() {
            if frozen.contains(&i) || unit(&mut rng) > 0.3 { continue; }
            let g = (0..6).map(|_| unit(&mut rng)).sum::<f64>() - 3.0;
            v[i] = v[i] * (g * 0.5).exp() + 0.005 * g;
        }
        tries += 1;
        let (mut m, mut e) = (0.0, 0.0);
        let k = all_seats.len() as f64;
        let mut play = |deals: u64, seed: u64| {
            m = 0.0; e = 0.0;
            for &seats in all_seats {
                let (a, b, _) = duel::<G>(&make(v.clone()), &make(best.clone()), seats, deals, seed, G::Rules::default());
                m += a / k; e += b * b / k / k;
            }
            e = e.sqrt();
            (m, e)
        };
        let (m1, e1) = play(deals, rng.next_u64());
        if m1 < 0.5 + 0.3 * e1 { continue; }
        let (m2, e2) = play(deals * 4, rng.next_u64());
        if m2 - 0.8 * e2 > 0.5 {
            best = v;
            println!("{tries} {:.0}s {:.2}% ± {:.2}  {:?}", start.elapsed().as_secs_f64(), 100.0 * m2, 100.0 * e2, best.iter().map(|x| (x * 1e4).round() / 1e4).collect::<Vec<_>>());
        }
    }
}
fn habits(seats: u8, games: u64) {
    use mazzo_diciassette::{Action, Back, Face, Side, Table};
    let mut obs = vec![[0.0f64; 9]; 8];
    let mut exp = vec![[0.0f64; 9]; 8];
    for g in 0..games {
        let mut dealer = Dealer::<FastRng>::new(seed_for(g, 5));
        let specs = vec!["counter".parse::<Spec>().unwrap(); seats as usize];
        let mut players = Seated::<Table>::new(&specs, g);
        playout(Setup { seats, rules: Default::default() }, &mut players, &mut dealer, &mut (), |t: &Table, seat, action| {
            let Action::Play(face, Side::Down) = action else { return };
            if face.back() != Back::PLAIN { return; }
            let view = t.view(Viewer::Public);
            let bucket = mazzo_bots::diciassette::context(&view.row);
            let mut unseen = [3.0, 3.0, 3.0, 3.0, 3.0, 5.0, 5.0, 5.0, 5.0];
            let _ = seat;
            for c in view.up { let i = Face::of(c) as usize; if i >= 5 { unseen[i - 5] -= 1.0 } }
            for l in view.row.iter().filter(|l| l.side == Side::Up) { let i = l.face.unwrap() as usize; if i >= 5 { unseen[i - 5] -= 1.0 } }
            let n: f64 = unseen.iter().sum();
            obs[bucket][face as usize - 5] += 1.0;
            for i in 0..9 { exp[bucket][i] += unseen[i] / n; }
        });
    }
    println!("// {seats} seats");
    for b in 0..8 {
        let r: Vec<String> = (0..9).map(|i| format!("{:.2}", (obs[b][i] + 2.0) / (exp[b][i] + 2.0))).collect();
        println!("[{}], // {}", r.join(", "), obs[b].iter().sum::<f64>());
    }
}
fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match args[0].as_str() {
        "d" => run::<mazzo_diciassette::Table>(&args),
        "u" => run::<mazzo_uno::Table>(&args),
        "td" => tune::<mazzo_diciassette::Table>(args[1].parse().unwrap(), 400, &[2, 3, 4, 6], 13..22),
        "tu" => tune::<mazzo_uno::Table>(args[1].parse().unwrap(), 150, &[2, 3, 4, 10], 99..99),
        "h" => habits(args[1].parse().unwrap(), args[2].parse().unwrap()),
        _ => {}
    }
}
