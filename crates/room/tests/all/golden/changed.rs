//! Restarts games with a later version of the rules.

use mazzo_bots::PlayableGame;
use mazzo_games::{GameKind, with_game};
use mazzo_protocol::{Ask, Command, CommandId, Millis, Phase};
use mazzo_room::journal::{FORMAT, Restored, Unreadable, entry};
use mazzo_room::{Entry, PersonId, Room, Secret};
use serde_json::Value;

use super::stored::{Golden, all, is_in, json, read_all, sees};
use super::variant::{Changed, Variant};

/// Reads a table and wakes its room.
fn awake<G: PlayableGame>(golden: &Golden, events: &[Vec<u8>]) -> Restored<G> {
    let mut read = read_all::<G>(golden.table(), events).unwrap_or_else(|why| panic!("{golden}: {why}"));
    read.room.wake(Millis(golden.woke));
    read
}

/// The game as all its viewers see it.
fn views<G: PlayableGame>(golden: &Golden, room: &Room<G>) -> Vec<Value> {
    golden.sees.keys().map(|&person| sees(room, person)["view"].clone()).collect()
}

/// A person on turn with more than one legal action: the person, the decision and the actions.
fn on_turn<G: PlayableGame>(golden: &Golden, room: &Room<G>) -> Option<(PersonId, u32, Vec<String>)> {
    let snapshot = |person: u64| room.snapshot(PersonId(person.into()));
    golden.sees.keys().find_map(|&person| {
        let (decision, legal) = room.legal(PersonId(person.into()))?;
        let is_turn = !snapshot(person).clock.window && legal.len() > 1;
        is_turn.then_some((PersonId(person.into()), decision, legal))
    })
}

/// Carries out the action and returns the entry to store.
fn act<G: PlayableGame>(
    room: &mut Room<G>,
    person: PersonId,
    (decision, action): (u32, &str),
) -> Entry<G::Rules> {
    let command = Command::Act { decision, action: action.to_owned() };
    let ask = Ask { id: CommandId(1 << 52), command };
    let facts = room.ask(person, &ask, Secret([7; 32])).expect("it is legal").facts;
    let entry = Entry { at: Millis(1 << 52), by: Some((person, ask.id)), facts };
    room.fold(&entry);
    entry
}

/// Returns true if a person decided something after the restart.
fn check<G: PlayableGame>(golden: &Golden) -> bool {
    let events = golden.events();
    let Restored { room: mut later, chain, .. } = awake::<Variant<G, Changed>>(golden, &events);
    for (person, then) in &golden.sees {
        let (then, now) = (json(then), sees(&later, *person));
        assert!(is_in(&then, &now), "{golden}: {person} saw\n{then}\nand sees\n{now}");
    }
    let Some((person, decision, legal)) = on_turn(golden, &later) else { return false };
    let (first, last) = (&legal[0], &legal[legal.len() - 1]);
    let by_today = |action: &str| {
        let mut room = awake::<G>(golden, &events).room;
        act(&mut room, person, (decision, action));
        views(golden, &room)
    };
    let stored = act(&mut later, person, (decision, last));
    let decided = views(golden, &later);
    assert_eq!(decided, by_today(first), "{golden}: {person:?} chose {last}, but {first} counts");
    assert_ne!(decided, by_today(last), "{golden}: the current rules would decide differently");

    // The entry is stored with the version of its rules: the same version folds it, the version before refuses it.
    let mut events = events;
    events.push(entry::<Variant<G, Changed>>(chain, &stored).bytes);
    let again = awake::<Variant<G, Changed>>(golden, &events).room;
    assert_eq!(views(golden, &again), decided, "{golden}: the decision was not stored");
    let (found, known) = (G::RULES_VERSION + 1, G::RULES_VERSION);
    let refused = read_all::<G>(golden.table(), &events).err();
    let at = events.len() as u64 - 1;
    assert_eq!(refused, Some(Unreadable::Rules { at, found, known }), "{golden}");
    true
}

#[test]
fn a_changed_rule_applies_to_later_decisions_only() {
    let mut decided = std::collections::BTreeMap::<String, u32>::new();
    for golden in all().into_iter().filter(|golden| golden.events()[0][0] == FORMAT) {
        let kind: GameKind = golden.game.parse().expect("a game");
        let has_decided = with_game!(kind, Table => check::<Table>(&golden));
        *decided.entry(golden.game).or_default() += u32::from(has_decided);
    }
    assert!(decided.len() > 1 && decided.values().all(|count| *count > 0), "{decided:?}");
}

/// Bots play a game to its end by the changed rule, from any state.
#[test]
fn games_continue_to_their_end_under_a_changed_rule() {
    fn goes_on<G: PlayableGame>(golden: &Golden) {
        let mut room = awake::<Variant<G, Changed>>(golden, &golden.events()).room;
        let mut now = Millis(golden.woke);
        for &person in golden.sees.keys() {
            let facts = room.connect(PersonId(person.into()), now);
            room.fold(&Entry { at: now, by: None, facts });
        }
        while matches!(room.phase(), Phase::Dealing | Phase::Playing) {
            now = room.next_alarm().expect("a running game has an alarm").max(now);
            let facts = room.alarm(now);
            room.fold(&Entry { at: now, by: None, facts });
        }
        assert_eq!(room.phase(), Phase::Over, "{golden}");
    }
    let mut tried = 0;
    for golden in all().into_iter().filter(|golden| golden.events()[0][0] == FORMAT) {
        let kind: GameKind = golden.game.parse().expect("a game");
        let is_played = golden.sees.values().any(|seen| json(seen)["room"]["phase"] == "playing");
        if is_played {
            with_game!(kind, Table => goes_on::<Table>(&golden));
            tried += 1;
        }
    }
    assert!(tried > 3, "{tried}");
}
