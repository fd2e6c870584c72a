// The rules that every peer plays: four players, number cards in four colours, one move a turn. A card fits the top one by its
// colour or its number. Who has none that fits draws one, and the turn goes on. When somebody is out, everything is shuffled and
// dealt again, so that a table never ends.
//
// A table is anything with `deck`, `discards`, `hands` and `top`. Only `push`, `pop`, indices and `length` are used, so that the
// hands may be plain arrays, drafts of them, or arrays that a server watches.

export const SEATS = 4;
const HAND = 7;
const COLOURS = 4;
const NUMBERS = 10;

/**
 * A card is its colour times ten, plus its number: one byte. Colours begin with one, because an array of @colyseus/schema 5.0.34
 * loses a 0 that is pushed where something was popped before the same patch.
 */
export const fits = (card, top) =>
  card % NUMBERS === top % NUMBERS || Math.floor(card / NUMBERS) === Math.floor(top / NUMBERS);

/** One zero and two of every other number in each colour: 76 cards. */
function allCards() {
  const cards = [];
  for (let colour = 1; colour <= COLOURS; colour++) {
    for (let number = 0; number < NUMBERS; number++) {
      cards.push(colour * NUMBERS + number);
      if (number > 0) cards.push(colour * NUMBERS + number);
    }
  }
  return cards;
}

function shuffle(cards, random) {
  for (let i = cards.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [cards[i], cards[j]] = [cards[j], cards[i]];
  }
}

/** Deals a new round. `random` gives numbers from 0 to 1. */
export function deal(table, random) {
  const deck = allCards();
  shuffle(deck, random);
  for (const hand of table.hands) {
    while (hand.length > 0) hand.pop();
    for (let i = 0; i < HAND; i++) hand.push(deck.pop());
  }
  table.top = deck.pop();
  table.discards = [];
  table.deck = deck;
}

/** Plays a card from that hand; false if it is not there or does not fit. */
export function play(table, seat, card, random) {
  const hand = table.hands[seat];
  const at = hand.indexOf(card);
  if (at < 0 || !fits(card, table.top)) return false;
  // The last card takes its place: the order of a hand means nothing, and less has to be told.
  const last = hand.pop();
  if (at < hand.length) hand[at] = last;
  table.discards.push(table.top);
  table.top = card;
  if (hand.length === 0) deal(table, random);
  return true;
}

/** Draws a card; none if all of them are in hands. */
export function draw(table, seat, random) {
  if (table.deck.length === 0) {
    shuffle(table.discards, random);
    table.deck = table.discards;
    table.discards = [];
  }
  if (table.deck.length > 0) table.hands[seat].push(table.deck.pop());
}
