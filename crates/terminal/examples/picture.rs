//! Prints a table in the middle of a game, for `cargo xtask picture`. Arguments: game, language, columns, rows.
#![expect(clippy::print_stdout, reason = "a program that prints its result")]

fn main() {
    let mut arguments = std::env::args().skip(1);
    let kind = arguments.next().and_then(|game| game.parse().ok()).unwrap_or(mazzo_games::GameKind::ALL[0]);
    let lang = arguments.next().and_then(|lang| lang.parse().ok()).unwrap_or_default();
    let mut number = |default| arguments.next().and_then(|number| number.parse().ok()).unwrap_or(default);
    let (width, height) = (number(96), number(28));
    print!("{}", mazzo_terminal::picture(kind, lang, width, height));
}
