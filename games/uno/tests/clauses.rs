//! At least one test for every clause of `clauses.md`, named by its id.
//!
//! Seats are numbered clockwise: seat 1 is to the left of seat 0. In most positions seat 0 deals and seat 1 starts.

#[path = "clauses/actions.rs"]
mod actions;
#[path = "clauses/challenge.rs"]
mod challenge;
#[path = "clauses/draws.rs"]
mod draws;
#[path = "clauses/jumps.rs"]
mod jumps;
#[path = "clauses/knowledge.rs"]
mod knowledge;
#[path = "clauses/position.rs"]
mod position;
#[path = "clauses/scoring.rs"]
mod scoring;
#[path = "clauses/setup.rs"]
mod setup;
#[path = "clauses/stacking.rs"]
mod stacking;
#[path = "clauses/swaps.rs"]
mod swaps;
#[path = "clauses/turn.rs"]
mod turn;
#[path = "clauses/word.rs"]
mod word;
