//! What somebody may do, by what they see.

use mazzo_core::{ActionList, Dealer, FastRng, Game, Seat, close_window};

/// What somebody may do, by what they see: the rules say so, of a world that looks the same.
#[derive(Clone, PartialEq, Debug)]
pub struct Choices<G: Game> {
    /// Now. Nothing if it is not for them to act.
    pub now: Vec<G::Action>,
    /// On their turn, if it comes when the open window closes and nobody spoke up in it: what can be put down in advance.
    pub ahead: Vec<G::Action>,
}

impl<G: Game> Default for Choices<G> {
    fn default() -> Self {
        Self { now: Vec::new(), ahead: Vec::new() }
    }
}

impl<G: Game> Choices<G> {
    /// Those of whoever sees that. None for a viewer who only watches, and none if no table looks like that: a server may lie.
    pub fn of(view: &G::View) -> Self {
        let Some(me) = G::viewed(view).1.seat().filter(|_| G::sound(view)) else { return Self::default() };
        // Which world it is makes no difference to what is legal: that depends on what one sees.
        let mut dealer = Dealer::<FastRng>::new(0);
        let mut world = G::determinize(view, &mut dealer);
        let now = legal(&world, me);
        if world.window().is_none() {
            return Self { now, ahead: Vec::new() };
        }
        let before = places(&world);
        mazzo_core::Chance::shuffle(&mut dealer, world.undrawn());
        close_window(&mut world, &mut dealer, &mut ());
        // Where cards are drawn or dealt first, nobody can say what will be in the hand.
        let is_open = world.window().is_none() && places(&world) == before;
        Self { now, ahead: if is_open { legal(&world, me) } else { Vec::new() } }
    }
}

/// Where every card lies.
fn places<G: Game>(world: &G) -> Vec<u16> {
    G::DECK.iter().map(|card| world.place(card)).collect()
}

fn legal<G: Game>(world: &G, me: Seat) -> Vec<G::Action> {
    let mut legal = ActionList::new();
    world.legal(me, &mut legal);
    legal.to_vec()
}
