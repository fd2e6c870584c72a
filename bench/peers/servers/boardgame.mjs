// Mini-Uno on boardgame.io: its own server, turns and random numbers, a match in memory for each table, and hidden hands that
// `playerView` takes out.

import { createRequire } from 'node:module';

import { SEATS, deal, draw, play } from './mini-uno.mjs';

// Its server is a CommonJS bundle.
const require = createRequire(import.meta.url);
const { Server } = require('boardgame.io/server');
const { INVALID_MOVE } = require('boardgame.io/core');

const game = {
  name: 'mini-uno',
  minPlayers: SEATS,
  maxPlayers: SEATS,
  // What it would keep for taking moves back, which nobody may here.
  disableUndo: true,
  // Patches instead of whole states: fewer bytes, more work for the server.
  deltaState: process.env.BOARDGAME_DELTA === '1',
  setup: ({ random }) => {
    const G = { deck: [], discards: [], top: 0, hands: Array.from({ length: SEATS }, () => []) };
    deal(G, () => random.Number());
    return G;
  },
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    play: {
      client: false,
      move: ({ G, playerID, random }, card) =>
        play(G, Number(playerID), card, () => random.Number()) ? undefined : INVALID_MOVE,
    },
    draw: {
      client: false,
      move: ({ G, playerID, random }) => draw(G, Number(playerID), () => random.Number()),
    },
  },
  playerView: ({ G, playerID }) => ({
    top: G.top,
    cards: G.hands.map((hand) => hand.length),
    hand: playerID == null ? [] : G.hands[playerID],
  }),
};

// Every match is made by the first client that asks for it; the lobby is not started.
const { app, db } = Server({ games: [game], origins: ['http://127.0.0.1'] });
await db.connect();
const server = app.listen(0, '127.0.0.1', () => {
  console.log(`boardgame.io is at http://127.0.0.1:${server.address().port}`);
});
