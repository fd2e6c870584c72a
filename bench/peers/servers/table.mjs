// Prints what load.mjs measured as one table: `node table.mjs FILE..`, an object a line in each. Several rounds become a median.

import { readFileSync } from 'node:fs';

/** Above this the load was as busy as the server, so that moves a second say as much of the load as of the server. */
const BUSY = 0.95;

const versions = JSON.parse(readFileSync(new URL('package.json', import.meta.url))).dependencies;
const TITLES = {
  mazzo: 'mazzo serve (every event on disk)',
  colyseus: `Colyseus ${versions['@colyseus/core']} (memory only)`,
  'boardgame.io': `boardgame.io ${versions['boardgame.io']} (memory only)`,
};

const runs = process.argv.slice(2).flatMap((file) => readFileSync(file, 'utf8').split('\n').filter(Boolean).map((line) => JSON.parse(line)));

function median(peer, pace, name) {
  const values = runs.filter((run) => run.peer === peer && run.pace === pace).map((run) => run[name]);
  const known = values.filter((value) => typeof value === 'number').sort((a, b) => a - b);
  if (known.length === 0) return null;
  const middle = known.length >> 1;
  return known.length % 2 === 1 ? known[middle] : (known[middle - 1] + known[middle]) / 2;
}

const number = (value, digits = 0) =>
  value === null ? '–' : value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
const percent = (value) => (value === null ? '–' : `${number(100 * value)} %`);

const COLUMNS = [
  ['server', (peer) => TITLES[peer]],
  ['moves/s', (peer) => number(median(peer, 'max', 'moves_per_sec'))],
  ['µs of a core a move', (peer) => number(median(peer, 'max', 'us_per_move'))],
  ['server / load busy', (peer) => `${percent(median(peer, 'max', 'core_share'))} / ${percent(median(peer, 'max', 'load_core_share'))}`],
  ['bytes a move and player', (peer) => number(median(peer, 'max', 'bytes_per_move_and_player'))],
  ['KB a table', (peer) => number(median(peer, 'human', 'kb_per_table'))],
  ['human pace: moves/s', (peer) => number(median(peer, 'human', 'moves_per_sec'))],
  ['p50 / p99 ms', (peer) => `${number(median(peer, 'human', 'p50_ms'), 1)} / ${number(median(peer, 'human', 'p99_ms'), 1)}`],
  ['share of a core', (peer) => percent(median(peer, 'human', 'core_share'))],
];

const peers = Object.keys(TITLES).filter((peer) => runs.some((run) => run.peer === peer));
const rows = [COLUMNS.map(([title]) => title), ...peers.map((peer) => COLUMNS.map(([, cell]) => cell(peer)))];
const widths = COLUMNS.map((_, i) => Math.max(...rows.map((row) => row[i].length)));
const line = (row) => `| ${row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i]))).join(' | ')} |`;
const [head, ...body] = rows;
const rule = `|${widths.map((width, i) => (i === 0 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`;
console.log([line(head), rule, ...body.map(line)].join('\n'));

console.log();
const [{ tables, secs } = {}] = runs;
const rounds = Math.max(0, ...peers.map((peer) => runs.filter((run) => run.peer === peer && run.pace === 'max').length));
console.log(`${tables} tables of four, ${secs} s a measurement, ${rounds} round${rounds === 1 ? '' : 's'}, Node ${process.versions.node}.`);
for (const peer of peers) {
  const [server, load] = [median(peer, 'max', 'core_share'), median(peer, 'max', 'load_core_share')];
  if (load !== null && load > BUSY) {
    console.log(`${peer}: the load had no time to spare (${percent(load)} of its core), so the server may bear more moves/s; µs of a core a move still hold.`);
  } else if (server !== null && server < BUSY) {
    console.log(`${peer}: neither the server (${percent(server)}) nor the load (${percent(load)}) was busy all the time: other programs ran beside them, or there was something to wait for.`);
  }
  const stalled = Math.max(...runs.filter((run) => run.peer === peer && run.pace === 'max').map((run) => run.stalled_tables ?? 0));
  if (stalled > 0) console.log(`${peer}: ${stalled} tables stood still.`);
}
