//! Games that were dealt as promised verify, and all others do not. Failures print their seed.

use std::collections::BTreeMap;

use mazzo_core::{Card, CardSet, Chance as _, FastRng, Game as _, Notation, Windows, below, seed_for};
use mazzo_games::{GameKind, verify, with_game};
use mazzo_laws::Case;
use mazzo_record::fair::{
    BadText, Exchange, GameId, MAX_TEXT, OLD_SCHEME, Proof, SCHEME, Seal, Secret, VerifyError, Words,
};
use mazzo_record::{Record, Recorder, RecordingDealer, SeatInfo};
use rand_core::{Rng as _, SeedableRng as _};
use serde_json::{Value, json};

/// Games of each kind.
const GAMES: u64 = 40;

fn rng(seed: u64) -> FastRng {
    FastRng::seed_from_u64(seed_for(seed, 77))
}

fn secret(seed: u64) -> Secret {
    let mut bytes = [0; 32];
    rng(seed).fill_bytes(&mut bytes);
    Secret::new(bytes)
}

fn words(texts: &[&str]) -> Words {
    Words::new(texts.iter().map(|&text| text.to_owned()).collect()).expect("it is short")
}

/// A commitment with the seals of these words.
fn promise(secret: &Secret, id: &str, words: Words, attempt: u8) -> Proof {
    let id = GameId::new(id.to_owned()).expect("it is short");
    let commitment = secret.commitment(&id);
    let seal = |words: &String| {
        (!words.is_empty()).then(|| Seal::new(commitment, attempt, words).expect("it is short"))
    };
    let seals = words.by_seat().iter().map(seal).collect();
    Proof::promise(secret, id, Some(Exchange { attempt, seals }), words)
}

/// A random verifiable game, with some seats that add no words.
fn fair_game<G: Windows>(seed: u64) -> Record {
    let mut case = Case::<G>::random(seed);
    let text = |seat: u8| {
        if (u64::from(seat) + seed).is_multiple_of(3) { String::new() } else { format!("è {seat} {seed}") }
    };
    let words = Words::new((0..case.setup.seats).map(text).collect()).expect("it is short");
    let secret = secret(seed);
    let proof = promise(&secret, &format!("game {seed}"), words, (seed % 3) as u8);
    let mut chance = RecordingDealer::new(secret.for_attempt(proof.attempt()).dealer::<G>(&proof.words));
    let mut recorder = Recorder::default();
    let mut table = G::new(case.setup, &mut chance, &mut ());
    while table.outcome().is_none() {
        for (seat, action) in case.choose_all(&table) {
            recorder.note(&table, seat, action);
            table.apply(seat, action, &mut chance, &mut ());
        }
    }
    let mut record =
        recorder.finish(&table, &chance, vec![SeatInfo::default(); usize::from(case.setup.seats)]);
    proof.shown(secret).write(&mut record);
    record
}

fn each_game(mut check: impl FnMut(GameKind, u64, Record)) {
    for kind in GameKind::ALL {
        for seed in 0..GAMES {
            check(kind, seed, with_game!(kind, Table => fair_game::<Table>(seed)));
        }
    }
}

#[test]
fn a_game_that_was_dealt_as_promised_verifies() {
    let mut reshuffled = 0;
    each_game(|kind, seed, record| {
        let verified = verify(&record, 1).unwrap_or_else(|doubt| panic!("{kind}, seed {seed}: {doubt}"));
        assert!(verified.over && verified.shuffles == record.shuffles.len(), "{kind}, seed {seed}");
        // A reshuffle has fewer cards than the deck, so the choice of copies of a face could matter there.
        reshuffled += u64::from(record.shuffles.iter().any(|order| order.len() != record.shuffles[0].len()));
        let read: Record = serde_json::from_str(&serde_json::to_string(&record).unwrap()).unwrap();
        assert_eq!(verify(&read, 1), Ok(verified), "{kind}, seed {seed}: written and read");
    });
    assert!(reshuffled > GAMES / 2, "only {reshuffled} games had a reshuffle");
}

#[test]
fn another_secret_does_not_match_the_commitment() {
    each_game(|kind, seed, mut record| {
        record.extra["fair"]["secret"] = secret(seed + 1000).reveal().into();
        assert_eq!(verify(&record, 1), Err(VerifyError::Commitment), "{kind}, seed {seed}");
    });
}

#[test]
fn another_id_or_commitment_does_not_match() {
    each_game(|kind, seed, record| {
        for (field, other) in [("id", "another".to_owned()), ("commitment", "0".repeat(64))] {
            let mut record = record.clone();
            record.extra["fair"][field] = other.into();
            assert_eq!(verify(&record, 1), Err(VerifyError::Commitment), "{kind}, seed {seed}, {field}");
        }
    });
}

/// Records of version 0.1 have no seals, and are still valid proofs.
#[test]
fn a_record_of_the_old_scheme_verifies() {
    let secret = secret(7);
    let id = GameId::new("old".to_owned()).unwrap();
    let mut case = Case::<mazzo_uno::Table>::random(7);
    let added = Words::new((0..case.setup.seats).map(|seat| format!("words {seat}")).collect()).unwrap();
    let mut chance = RecordingDealer::new(secret.dealer::<mazzo_uno::Table>(&added));
    let mut recorder = Recorder::default();
    let mut table = mazzo_uno::Table::new(case.setup, &mut chance, &mut ());
    while table.outcome().is_none() {
        for (seat, action) in case.choose_all(&table) {
            recorder.note(&table, seat, action);
            table.apply(seat, action, &mut chance, &mut ());
        }
    }
    let seats = vec![SeatInfo::default(); usize::from(case.setup.seats)];
    let mut record = recorder.finish(&table, &chance, seats);
    Proof::promise(&secret, id, None, added).shown(secret).write(&mut record);
    assert_eq!(record.extra["fair"]["scheme"], json!(OLD_SCHEME));
    let verified = verify(&record, 1).expect("dealt as promised");
    assert_eq!(verified.with_words, usize::from(case.setup.seats));
}

/// A failed exchange gives another deal, which the same commitment covers.
#[test]
fn another_attempt_gives_other_shuffles() {
    each_game(|kind, seed, mut record| {
        let proof = Proof::read(&record).unwrap();
        let attempt = proof.attempt() + 1;
        let house = secret(seed);
        promise(&house, proof.id.as_str(), proof.words, attempt).shown(house).write(&mut record);
        let doubt = verify(&record, 1).unwrap_err();
        assert!(matches!(doubt, VerifyError::Order { shuffle: 1, .. }), "{kind}, seed {seed}: {doubt}");
    });
}

/// A secret with a matching commitment, made up after the game.
#[test]
fn another_secret_gives_other_shuffles() {
    each_game(|kind, seed, mut record| {
        let proof = Proof::read(&record).unwrap();
        let other = secret(seed + 1000);
        let attempt = proof.attempt();
        promise(&other, proof.id.as_str(), proof.words, attempt).shown(other).write(&mut record);
        let doubt = verify(&record, 1).unwrap_err();
        assert!(matches!(doubt, VerifyError::Order { shuffle: 1, .. }), "{kind}, seed {seed}: {doubt}");
    });
}

#[test]
fn other_words_give_other_shuffles() {
    each_game(|kind, seed, record| {
        let seats = record.seats.len();
        for (seat, other) in [(0, "other".to_owned()), (seats - 1, "x".repeat(MAX_TEXT))] {
            let mut record = record.clone();
            record.extra["fair"]["words"][seat] = other.into();
            assert_eq!(verify(&record, 1), Err(VerifyError::Seal { seat }), "{kind}, seed {seed}");
            // A house that also seals the other words, after the deal.
            let proof = Proof::read(&record).unwrap();
            let (house, attempt) = (secret(seed), proof.attempt());
            promise(&house, proof.id.as_str(), proof.words, attempt).shown(house).write(&mut record);
            let doubt = verify(&record, 1).unwrap_err();
            assert!(matches!(doubt, VerifyError::Order { shuffle: 1, .. }), "{kind}, seed {seed}: {doubt}");
        }
        let mut record = record;
        record.extra["fair"]["words"] = json!(vec![""; seats - 1]);
        record.extra["fair"]["seals"] = json!(vec![Value::Null; seats - 1]);
        let doubt = VerifyError::Seats { words: seats - 1, seats };
        assert_eq!(verify(&record, 1), Err(doubt), "{kind}, seed {seed}");
    });
}

#[test]
fn two_swapped_cards_are_found_at_their_places() {
    each_game(|kind, seed, mut record| {
        let mut rng = rng(seed);
        let shuffle = below(&mut rng, record.shuffles.len() as u32) as usize;
        let order = &mut record.shuffles[shuffle];
        let first = below(&mut rng, order.len() as u32) as usize;
        let Some(second) = (first + 1..order.len()).find(|&place| order[place] != order[first]) else {
            return;
        };
        order.swap(first, second);
        match verify(&record, 1) {
            Err(VerifyError::Order { shuffle: number, card, .. }) => {
                assert_eq!((number, card), (shuffle + 1, first + 1), "{kind}, seed {seed}");
            }
            other => panic!("{kind}, seed {seed}: {other:?}"),
        }
    });
}

/// The last shuffle often has cards that are never drawn: the referee alone cannot detect that they were swapped.
#[test]
fn cards_that_were_not_drawn_are_verified_too() {
    let mut only_the_proof_knows = 0;
    each_game(|kind, seed, mut record| {
        let Some(order) = record.shuffles.last_mut() else { panic!("{kind}, seed {seed}: no shuffle") };
        let last = order.len() - 1;
        let Some(other) = (0..last).rfind(|&place| order[place] != order[last]) else { return };
        order.swap(other, last);
        assert!(matches!(verify(&record, 1), Err(VerifyError::Order { .. })), "{kind}, seed {seed}");
        only_the_proof_knows += u64::from(mazzo_games::check(&record, 1).is_ok());
    });
    assert!(only_the_proof_knows > 0, "the referee found every swap");
}

#[test]
fn another_starter_or_dealer_is_found() {
    each_game(|kind, seed, mut record| {
        let seats = record.seats.len() as u8;
        for lead in [&mut record.starter, &mut record.dealer].into_iter().flatten() {
            *lead = (*lead + 1) % seats;
        }
        assert!(matches!(verify(&record, 1), Err(VerifyError::Lead { .. })), "{kind}, seed {seed}");
    });
}

#[test]
fn moves_and_results_are_refereed() {
    each_game(|kind, seed, record| {
        let mut cut = record.clone();
        cut.moves.truncate(record.moves.len() / 2);
        let mut other = record.clone();
        other.moves[0] = "9 call".to_owned();
        let mut won = record;
        won.result.as_mut().unwrap().rounds += 1;
        for record in [cut, other, won] {
            assert!(matches!(verify(&record, 1), Err(VerifyError::Flaw(_))), "{kind}, seed {seed}");
        }
    });
}

#[test]
fn shuffles_that_are_missing_too_many_or_of_other_cards_are_refereed() {
    each_game(|kind, seed, record| {
        let changes: [fn(&mut Vec<Vec<String>>); 5] = [
            |shuffles| drop(shuffles.pop()),
            |shuffles| shuffles.push(Vec::new()),
            |shuffles| shuffles[0].push("Q".to_owned()),
            |shuffles| shuffles[0] = vec!["R".to_owned(); 200],
            |shuffles| shuffles.clear(),
        ];
        for (number, change) in changes.into_iter().enumerate() {
            let mut record = record.clone();
            change(&mut record.shuffles);
            assert!(
                matches!(verify(&record, 1), Err(VerifyError::Flaw(_))),
                "{kind}, seed {seed}, change {number}"
            );
        }
    });
}

#[test]
fn a_missing_or_malformed_proof_is_reported() {
    let good = fair_game::<mazzo_uno::Table>(1);
    let change = |field: &str, value: Value| {
        let mut record = good.clone();
        record.extra["fair"][field] = value;
        verify(&record, 1).unwrap_err()
    };
    assert_eq!(
        change("scheme", json!("mazzo-fair/3")),
        VerifyError::Scheme { found: "mazzo-fair/3".to_owned() }
    );
    assert_eq!(change("secret", Value::Null), VerifyError::NoSecret);
    let long = "x".repeat(MAX_TEXT + 1);
    for (field, value) in [
        ("scheme", json!(1)),
        ("secret", json!("abc")),
        ("secret", json!("G".repeat(64))),
        ("commitment", json!("")),
        ("id", json!("")),
        ("id", json!(long)),
        ("words", json!([long])),
        ("words", json!(vec![""; 17])),
        ("words", json!("Ada")),
        ("attempt", json!(-1)),
        ("attempt", json!(256)),
        ("attempt", Value::Null),
        ("seals", json!("Ada")),
        ("seals", json!(["Ada"])),
        ("seals", json!([1])),
    ] {
        let doubt = change(field, value.clone());
        assert!(matches!(doubt, VerifyError::Malformed { .. }), "{field} {value}: {doubt}");
    }
    let mut bare = good;
    bare.extra.remove("fair");
    assert_eq!(verify(&bare, 1), Err(VerifyError::NoProof));
}

#[test]
fn different_words_have_different_encodings() {
    assert_ne!(words(&["ab", "c"]).to_bytes(), words(&["a", "bc"]).to_bytes());
    let pieces = ["", "a", "b", "ab", "\0", "\u{1}", "\u{1}a", "\u{2}ab"];
    let mut seen = BTreeMap::new();
    for seats in 0..=3_u32 {
        for number in 0..8_usize.pow(seats) {
            let list: Vec<&str> = (0..seats).map(|seat| pieces[number >> (3 * seat) & 7]).collect();
            if let Some(other) = seen.insert(words(&list).to_bytes(), list.clone()) {
                panic!("{other:?} and {list:?}");
            }
        }
    }
}

#[test]
fn words_and_ids_are_limited() {
    let long = "x".repeat(MAX_TEXT + 1);
    assert_eq!(Words::new(vec![long.clone()]), Err(BadText::TooLong { found: MAX_TEXT + 1 }));
    assert_eq!(Words::new(vec![String::new(); 17]), Err(BadText::TooMany { found: 17 }));
    assert_eq!(GameId::new(long), Err(BadText::TooLong { found: MAX_TEXT + 1 }));
    assert_eq!(GameId::new(String::new()), Err(BadText::NoId));
    assert!(Words::new(vec!["x".repeat(MAX_TEXT)]).is_ok());
}

#[test]
fn debug_output_hides_the_secret() {
    let secret = secret(5);
    let words = words(&["a", "b"]);
    let proof = promise(&secret, "x", words.clone(), 0);
    let dealer = secret.dealer::<mazzo_uno::Table>(&words);
    let promise = serde_json::to_string(&proof.to_json()).unwrap();
    let printed = format!("{secret:?} {:?} {promise}", proof.shown(secret.clone()));
    assert!(!printed.contains(&secret.reveal()), "{printed}");
    assert!(promise.contains(SCHEME) && !promise.contains("secret"), "{promise}");
    assert!(format!("{dealer:?}").contains("FairStreams(..)"));
}

#[test]
fn a_shuffle_does_not_depend_on_how_many_cards_of_the_last_were_drawn() {
    let order = |drawn: u8| {
        let mut dealer = secret(3).dealer::<mazzo_uno::Table>(&words(&["a", "b"]));
        dealer.shuffle(mazzo_uno::Table::DECK);
        for _ in 0..drawn {
            dealer.draw();
        }
        dealer.shuffle(mazzo_uno::Table::DECK);
        dealer.rest().collect::<Vec<Card>>()
    };
    assert_eq!(order(0), order(50));
    assert_eq!(order(0).len(), 108);
}

/// A record does not say which copies of a face are in a pile, so the order must not depend on it.
#[test]
fn copies_of_a_face_are_interchangeable() {
    fn orders<G: Notation>(seed: u64) {
        let mut rng = rng(seed);
        let some: CardSet = G::DECK.into_iter().filter(|_| below(&mut rng, 2) == 0).collect();
        let mut lowest = CardSet::EMPTY;
        for card in some {
            lowest.insert((G::cards_named(G::card_name(card)) - lowest).first().expect("a copy"));
        }
        let [one, other] = [some, lowest].map(|pile| {
            let mut dealer = secret(seed).dealer::<G>(&words(&["a"]));
            dealer.shuffle(pile);
            dealer.rest().map(G::card_name).collect::<Vec<_>>()
        });
        assert_eq!(one, other, "{}, seed {seed}", G::NAME);
    }
    for seed in 0..200 {
        for kind in GameKind::ALL {
            with_game!(kind, Table => orders::<Table>(seed));
        }
    }
}

/// Chi-square with 23 degrees of freedom.
#[test]
fn all_orders_of_a_small_pile_are_equally_likely() {
    const ROUNDS: u32 = 24_000;
    let pile = CardSet::range(0, 4);
    let mut seen = BTreeMap::<Vec<usize>, u32>::new();
    for round in 0..ROUNDS {
        let mut dealer = secret(1).dealer::<mazzo_uno::Table>(&words(&[&round.to_string(), ""]));
        dealer.shuffle(pile);
        *seen.entry(dealer.rest().map(Card::index).collect()).or_default() += 1;
    }
    assert_eq!(seen.len(), 24);
    let expected = f64::from(ROUNDS) / 24.0;
    let chi: f64 = seen.values().map(|&n| (f64::from(n) - expected).powi(2) / expected).sum();
    assert!(chi < 49.7, "chi-square {chi} exceeds the 0.1 % quantile");
}

/// One derivation, step by step, as `docs/fair.md` prints it. A change of it requires a new scheme.
#[test]
fn the_worked_example_in_the_docs_is_correct() {
    let secret = Secret::new(std::array::from_fn(|index| index as u8));
    let id = GameId::new("example".to_owned()).unwrap();
    let words = words(&["Ada", "", "tre dadi: 4 1 6"]);
    let commitment = secret.commitment(&id).to_string();
    let bytes: Vec<String> = words.to_bytes().iter().map(|byte| format!("{byte:02x}")).collect();
    let mut dealer = secret.dealer::<mazzo_diciassette::Table>(&words);
    let starter = dealer.below(3);
    let mut orders = Vec::new();
    for pile in [mazzo_diciassette::Table::DECK, mazzo_diciassette::Table::DECK] {
        dealer.shuffle(pile);
        let order: Vec<&str> = dealer.rest().take(10).map(mazzo_diciassette::Table::card_name).collect();
        orders.push(order.join(" "));
    }
    let mut dealer = secret.dealer::<mazzo_uno::Table>(&words);
    dealer.shuffle(mazzo_uno::Table::DECK);
    let order: Vec<&str> = dealer.rest().take(10).map(mazzo_uno::Table::card_name).collect();
    let seal = Seal::new(secret.commitment(&id), 0, "Ada").unwrap().to_string();
    let found = [
        commitment,
        seal,
        secret.for_attempt(1).reveal(),
        bytes.concat(),
        starter.to_string(),
        orders[0].clone(),
        orders[1].clone(),
        order.join(" "),
    ];
    let expected = [
        "60f33a5fd9d6b84f0a390fa5cceea81092d6a4dbe7f717d22c0f808f5e2ee776",
        "fa1ecd594a0356b5b9dc35a7abe31de28dda97a04e46f9fc8cbb54e4008a7499",
        "be047f7eda2aea653d85de5d6549f7cfb42a19417daba8520933c71dce163dc5",
        "0303416461000f74726520646164693a203420312036",
        "1",
        "3 ! T 22 T 1 11 44 55 22",
        "22 4 33 X T 2 22 11 4 T",
        "b7 W y+ r9 yR b5 r1 g7 gR r7",
    ];
    assert_eq!(found, expected);
    let page = include_str!("../../../../docs/fair.md");
    for text in expected {
        assert!(page.contains(&format!("`{text}`")), "docs/fair.md does not contain `{text}`");
    }
}
