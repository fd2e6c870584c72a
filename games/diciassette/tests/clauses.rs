//! The clauses of Diciassette, each proved at the level of players. A test's name begins with what it proves.

// The files lie in a folder of that name: beside this one, each would be a test of its own.
mod clauses {
    mod cards;
    mod kit;
    mod round;
    mod special;
    mod turn;
    mod view;
}
