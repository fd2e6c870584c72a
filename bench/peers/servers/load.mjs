// Lets very many programs play mini-Uno on one server, over real sockets, and prints one JSON object of what was seen.
//
//   node load.mjs --peer colyseus|boardgame.io|mazzo --url URL --pid PID [--tables N] [--secs S] [--pace max|human] [--mazzo PATH]
//
// For Mazzo, which has protocol and rules of its own, `mazzo load` is the crowd, and this only watches what the crowd costs.

import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

import { SEATS, fits } from './mini-uno.mjs';

/** Tables that are being opened at the same time: a server swamped by newcomers tells nothing about play. */
const AT_ONCE = 32;
/** Played before anything is counted, so that the peers' code is compiled. */
const WARM_UP_MS = 3_000;
/** A table that has not opened by then never will. */
const OPENING_MS = 60_000;
const TICKS_PER_SEC = 100; // USER_HZ, which Linux shows the same to everybody
const SAMPLE_MS = 250;

const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

// ------------------------------------------------------------ what a process costs

/** Seconds of a core that a process has used, all of its threads together. */
function cpuSecs(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SEC;
}

function residentKb(pid) {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]);
}

// ------------------------------------------------------------ what is counted

const tally = { isCounting: false, moves: 0, messages: 0, bytes: 0, tookMs: [] };

function heardBytes(bytes) {
  if (!tally.isCounting) return;
  tally.messages += 1;
  tally.bytes += bytes;
}

function percentile(sorted, share) {
  return sorted.length === 0 ? null : sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
}

/** Four seats that watch each other's news, to know when the last of them was told of a move. */
class Table {
  constructor(pace) {
    this.pace = pace;
    this.moves = 0;
    /** The last move that was sent by anybody. */
    this.sent = { version: Infinity, at: 0, told: 0 };
    /** What each seat knows, and the version that it has answered with a move that it was not yet told of. */
    this.versions = new Array(SEATS).fill(-1);
    this.asked = new Array(SEATS).fill(Infinity);
    this.isOver = false;
  }

  /** A seat knows the table at this version; `move` is what it would do if it is its turn, and does it when called. */
  told(seat, version, isTurn, move) {
    if (this.isOver || version <= this.versions[seat]) return;
    this.versions[seat] = version;
    if (version > this.asked[seat]) {
      this.asked[seat] = Infinity;
      this.moves += 1;
      if (tally.isCounting) tally.moves += 1;
    }
    // At full speed the next move may be sent before everybody was told of this one; then its delay is not known.
    const { sent } = this;
    if (version > sent.version) {
      sent.told += 1;
      if (sent.told === SEATS && tally.isCounting) tally.tookMs.push(performance.now() - sent.at);
    }
    if (!isTurn) return;
    if (this.pace === 'max') this.act(seat, version, move);
    // One to three seconds, as people take.
    else setTimeout(() => this.act(seat, version, move), 1_000 + 2_000 * Math.random());
  }

  act(seat, version, move) {
    if (this.isOver) return;
    this.sent = { version, at: performance.now(), told: 0 };
    this.asked[seat] = version;
    move();
  }
}

// ------------------------------------------------------------ Colyseus, by its own client library

async function colyseus(url) {
  // Its library prefers the WebSocket that newer Nodes bring, which is slower than the one it falls back to.
  delete globalThis.WebSocket;
  const { Client } = await import('@colyseus/sdk');
  const state = await import('./colyseus-state.mjs');
  const client = new Client(url);

  async function sit(table, room) {
    const { events } = room.connection;
    const { onmessage } = events;
    events.onmessage = (event) => {
      heardBytes(event.data.byteLength);
      onmessage(event);
    };
    const seat = await new Promise((done) => room.onMessage('seat', done));
    const hear = () => {
      const { players, top, turn, moves } = room.state;
      const { hand } = players[seat];
      table.told(seat, moves, turn === seat, () => {
        const card = hand.find((mine) => fits(mine, top));
        if (card === undefined) room.send('draw');
        else room.send('play', card);
      });
    };
    const hasBegun = new Promise((done) => room.onMessage('begin', done));
    room.send('ready');
    return { room, seat, hear, hasBegun };
  }

  return async (table) => {
    const first = await client.create('mini-uno', {}, state.Table);
    const seats = [await sit(table, first)];
    while (seats.length < SEATS) {
      seats.push(await sit(table, await client.joinById(first.roomId, {}, state.Table)));
    }
    await Promise.all(seats.map(({ hasBegun }) => hasBegun));
    return {
      begin: () => {
        for (const { room, hear } of seats) {
          room.onStateChange(hear);
          hear();
        }
      },
      // Everybody sees their own hand and only how many cards the others hold.
      isHidden: () => seats.every(({ room, seat }) => room.state.players.every(
        (player, other) => (player.hand?.length ?? 0) === (other === seat ? player.cards : 0),
      )),
    };
  };
}

// ------------------------------------------------------------ boardgame.io, by hand over Socket.IO's frames

async function boardgame(url) {
  const { WebSocket } = await import('ws');
  const address = `${url.replace(/^http/, 'ws')}/socket.io/?EIO=4&transport=websocket`;
  const space = '/mini-uno,';
  let tables = 0;

  function sit(table, match, seat) {
    const playerID = String(seat);
    const socket = new WebSocket(address, { perMessageDeflate: false });
    const say = (...event) => socket.send(`42${space}${JSON.stringify(event)}`);
    const it = { state: null, hasBegun: false, hear: () => {} };
    it.hear = () => {
      const { G, ctx, _stateID } = it.state;
      table.told(seat, _stateID, ctx.currentPlayer === playerID, () => {
        const card = G.hand.find((mine) => fits(mine, G.top));
        const [type, args] = card === undefined ? ['draw', []] : ['play', [card]];
        say('update', { type: 'MAKE_MOVE', payload: { type, args, playerID } }, _stateID, match, playerID);
      });
    };
    return new Promise((done, fail) => {
      socket.on('error', fail);
      socket.on('close', () => fail(new Error('a socket was closed')));
      socket.on('message', (data) => {
        heardBytes(data.length);
        const text = data.toString();
        if (text[0] === '0') socket.send(`40${space}`);
        else if (text[0] === '2') socket.send('3');
        else if (text.startsWith(`40${space}`)) say('sync', match, playerID, undefined, SEATS);
        else if (text.startsWith(`42${space}`)) {
          const [type, , news] = JSON.parse(text.slice(2 + space.length));
          if (type !== 'sync' && type !== 'update') return;
          it.state = type === 'sync' ? news.state : news;
          if (it.hasBegun) it.hear();
          done(it);
        }
      });
    });
  }

  return async (table) => {
    const match = `table-${tables++}`;
    const seats = [];
    for (let seat = 0; seat < SEATS; seat++) seats.push(await sit(table, match, seat));
    return {
      begin: () => {
        for (const it of seats) {
          it.hasBegun = true;
          it.hear();
        }
      },
      isHidden: () => seats.every(({ state: { G } }, seat) =>
        G.hand.length === G.cards[seat] && G.hands === undefined && G.deck === undefined),
    };
  };
}

// ------------------------------------------------------------ a run

async function openAll(open, count, pace) {
  const tables = [];
  let next = 0;
  const worker = async () => {
    while (next < count) {
      next += 1;
      const table = new Table(pace);
      const late = sleep(OPENING_MS).then(() => Promise.reject(new Error('a table did not open in time')));
      tables.push({ table, seats: await Promise.race([open(table), late]) });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return tables;
}

async function crowd(options, connect) {
  const { pid } = options;
  const emptyKb = residentKb(pid);
  const tables = await openAll(await connect(options.url), options.tables, options.pace);
  for (const { seats } of tables) seats.begin();
  await sleep(WARM_UP_MS);

  const before = tables.map(({ table }) => table.moves);
  const cpu = cpuSecs(pid);
  const own = process.cpuUsage();
  const began = performance.now();
  tally.isCounting = true;
  await sleep(1_000 * options.secs);
  tally.isCounting = false;
  const secs = (performance.now() - began) / 1_000;
  const serverSecs = cpuSecs(pid) - cpu;
  const { user, system } = process.cpuUsage(own);
  const stalled = tables.filter(({ table }, i) => table.moves === before[i]).length;
  const kb = residentKb(pid);
  for (const { table } of tables) table.isOver = true;
  if (!tables.every(({ seats }) => seats.isHidden())) throw new Error('somebody was told a hand that is not theirs');

  const took = tally.tookMs.sort((a, b) => a - b);
  return {
    moves_per_sec: tally.moves / secs,
    us_per_move: (1e6 * serverSecs) / tally.moves,
    core_share: serverSecs / secs,
    kb_per_table: (kb - emptyKb) / options.tables,
    bytes_per_move_and_player: tally.bytes / tally.moves / SEATS,
    bytes_per_message: tally.bytes / tally.messages,
    p50_ms: percentile(took, 0.5),
    p99_ms: percentile(took, 0.99),
    load_core_share: (user + system) / 1e6 / secs,
    stalled_tables: stalled,
  };
}

async function mazzo({ tables, secs, pace, url, pid, mazzo: program }) {
  const args = ['load', '--tables', tables, '--pace', pace, '--secs', secs, '--server-pid', pid, '--json', url];
  const child = spawn(program, args.map(String), { stdio: ['ignore', 'pipe', 'inherit'] });
  const samples = [];
  const sample = () => {
    try {
      samples.push({ at: performance.now(), cpu: cpuSecs(child.pid) });
    } catch {
      // It has just ended.
    }
  };
  const timer = setInterval(sample, SAMPLE_MS);
  let text = '';
  child.stdout.on('data', (data) => { text += data; });
  const code = await new Promise((done, fail) => {
    child.on('error', fail);
    child.on('close', done);
  });
  clearInterval(timer);
  if (code !== 0) throw new Error(`mazzo load ended with ${code}`);
  // Its share while it was counting, not while it opened tables: the last seconds before the end.
  const last = samples.at(-1);
  const first = samples.findLast(({ at }) => at <= last.at - 1_000 * (secs - 1)) ?? samples[0];
  const report = JSON.parse(text);
  return {
    moves_per_sec: report.moves_per_sec,
    us_per_move: report.server_cpu_us_per_move,
    core_share: report.server_cpu_share,
    kb_per_table: report.server_kb_per_table,
    bytes_per_move_and_player: report.bytes_per_move_and_player,
    bytes_per_message: null,
    p50_ms: report.p50_ms,
    p99_ms: report.p99_ms,
    load_core_share: (1_000 * (last.cpu - first.cpu)) / (last.at - first.at),
    stalled_tables: null,
  };
}

const CROWDS = {
  colyseus: (options) => crowd(options, colyseus),
  'boardgame.io': (options) => crowd(options, boardgame),
  mazzo,
};

function readOptions() {
  const { values } = parseArgs({
    options: {
      peer: { type: 'string' },
      url: { type: 'string' },
      pid: { type: 'string' },
      tables: { type: 'string', default: '100' },
      secs: { type: 'string', default: '5' },
      pace: { type: 'string', default: 'max' },
      mazzo: { type: 'string' },
    },
  });
  const options = { ...values, pid: Number(values.pid), tables: Number(values.tables), secs: Number(values.secs) };
  if (!(options.peer in CROWDS)) throw new Error(`--peer is one of ${Object.keys(CROWDS).join(', ')}`);
  if (!['max', 'human'].includes(options.pace)) throw new Error('--pace is max or human');
  if (!options.url || !options.pid) throw new Error('--url and --pid say which server it is');
  return options;
}

try {
  const options = readOptions();
  const seen = await CROWDS[options.peer](options);
  const { peer, pace, tables, secs } = options;
  console.log(JSON.stringify({ peer, pace, tables, secs, ...seen }));
  process.exit(0);
} catch (error) {
  console.error(`load: ${error.message}`);
  process.exit(1);
}
