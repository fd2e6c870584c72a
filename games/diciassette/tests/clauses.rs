//! Tests of the clauses of Diciassette, through the actions of players. A test's name begins with the clauses that it proves.

// In a folder, since cargo builds each file beside this one as a test of its own.
mod clauses {
    mod cards;
    mod kit;
    mod round;
    mod special;
    mod turn;
    mod view;
}
