//! Legal actions, derived from a view.

use mazzo_core::{ActionList, Dealer, FastRng, Game, Seat, Visible, Windows, close_window};

/// Legal actions, derived from a view: the rules evaluate a world that is consistent with it.
#[derive(Clone, PartialEq, Debug)]
pub struct Choices<G: Game> {
    /// Legal actions now. Empty if the viewer cannot act.
    pub now: Vec<G::Action>,
    /// Legal actions on the viewer's turn, if it comes when the open window closes without a call: the possible premoves.
    pub ahead: Vec<G::Action>,
}

impl<G: Game> Default for Choices<G> {
    fn default() -> Self {
        Self { now: Vec::new(), ahead: Vec::new() }
    }
}

impl<G: Visible + Windows> Choices<G> {
    /// The choices of a viewer. Empty for a watcher, and for a view that no table gives: a server may lie.
    pub fn of(view: &G::View) -> Self {
        let Some(me) = G::viewed(view).1.seat().filter(|_| G::sound(view)) else { return Self::default() };
        // Any consistent world will do: legality depends on the view alone.
        let mut dealer = Dealer::<FastRng>::new(0);
        let mut world = G::determinize(view, &mut dealer);
        let now = legal(&world, me);
        if world.window().is_none() {
            return Self { now, ahead: Vec::new() };
        }
        let before = places(&world);
        mazzo_core::Chance::shuffle(&mut dealer, world.undrawn());
        close_window(&mut world, &mut dealer, &mut ());
        // If cards are drawn or dealt first, the hand is not known yet.
        let is_open = world.window().is_none() && places(&world) == before;
        Self { now, ahead: if is_open { legal(&world, me) } else { Vec::new() } }
    }
}

/// The place of every card.
fn places<G: Visible>(world: &G) -> Vec<u16> {
    G::DECK.iter().map(|card| world.place(card)).collect()
}

fn legal<G: Game>(world: &G, me: Seat) -> Vec<G::Action> {
    let mut legal = ActionList::new();
    world.legal(me, &mut legal);
    legal.to_vec()
}
