// Mini-Uno on Colyseus: one room a table, its state patched at once after every move, each hand in the view of its own client.

import { Room, Server } from '@colyseus/core';
import { StateView } from '@colyseus/schema';
import { WebSocketTransport } from '@colyseus/ws-transport';
import { createServer } from 'node:http';

import { Player, Table } from './colyseus-state.mjs';
import { SEATS, deal, draw, play } from './mini-uno.mjs';

// Every move sends its patch itself, so the timer has nothing to do. It is slow instead of off, because a room without one starts
// a clock of 60 ticks a second, which costs more.
const PATCH_MS = Number(process.env.COLYSEUS_PATCH_MS ?? 60_000);

class MiniUno extends Room {
  onCreate() {
    this.maxClients = SEATS;
    this.patchRate = PATCH_MS || null;
    const state = new Table();
    for (let seat = 0; seat < SEATS; seat++) state.players.push(new Player());
    state.moves = 0;
    this.state = state;
    this.seats = new Map();
    this.isReady = new Set();
    // The pile is no part of what is told.
    this.table = { deck: [], discards: [], top: 0, hands: [...state.players].map((player) => player.hand) };
    deal(this.table, Math.random);
    this.publish(0);
    this.onMessage('ready', (client) => this.ready(client));
    this.onMessage('play', (client, card) => this.move(client, (seat) => play(this.table, seat, card, Math.random)));
    this.onMessage('draw', (client) => {
      this.move(client, (seat) => {
        draw(this.table, seat, Math.random);
        return true;
      });
    });
  }

  onJoin(client) {
    const seat = this.seats.size;
    this.seats.set(client.sessionId, seat);
    client.view = new StateView();
    client.view.add(this.state.players[seat]);
    client.send('seat', seat);
  }

  // The first patch tells a new view everything in it. If a move were in the same patch, the hand would come out wrong at the
  // client, with cards twice; so it is sent once everybody has come in and before anybody moves.
  ready(client) {
    this.isReady.add(client.sessionId);
    if (this.isReady.size < SEATS) return;
    this.broadcastPatch();
    this.broadcast('begin');
  }

  move(client, act) {
    const seat = this.seats.get(client.sessionId);
    if (this.isReady.size < SEATS || seat !== this.state.turn || !act(seat)) return;
    this.state.moves += 1;
    this.publish((seat + 1) % SEATS);
    this.broadcastPatch();
  }

  publish(turn) {
    this.state.turn = turn;
    this.state.top = this.table.top;
    for (const player of this.state.players) {
      if (player.cards !== player.hand.length) player.cards = player.hand.length;
    }
  }
}

const http = createServer();
const server = new Server({ greet: false, transport: new WebSocketTransport({ server: http }) });
server.define('mini-uno', MiniUno);
await server.listen(0, '127.0.0.1');
console.log(`colyseus is at http://127.0.0.1:${http.address().port}`);
