// The page for whoever runs the server. The token stays in this tab.
'use strict';
const $ = (id) => document.getElementById(id);
const KEY = 'mazzo admin';

async function api(method, path, body) {
  const headers = { authorization: `Bearer ${sessionStorage.getItem(KEY)}` };
  if (body) headers['content-type'] = 'application/json';
  const answer = await fetch(`/api/admin${path}`, { method, headers, body: body && JSON.stringify(body) });
  const text = await answer.text();
  const told = text ? JSON.parse(text) : null;
  if (!answer.ok) throw new Error(told?.message ?? answer.statusText);
  return told;
}

const cell = (content) => {
  const td = document.createElement('td');
  td.append(content);
  return td;
};

function row(table) {
  const close = document.createElement('button');
  close.textContent = 'Close';
  close.addEventListener('click', async () => {
    if (!confirm(`Close the table ${table.table.slice(0, 8)}? Its game ends.`)) return;
    await attempt(() => api('DELETE', `/tables/${table.table}`));
    refresh();
  });
  const tr = document.createElement('tr');
  const opened = new Date(table.opened_ms).toLocaleString();
  const seats = `${table.people} people, ${table.bots} bots of ${table.seats}`;
  tr.append(...[table.table.slice(0, 8), table.game, table.phase, seats, table.present, opened, close].map(cell));
  return tr;
}

function button(text, work) {
  const made = document.createElement('button');
  made.textContent = text;
  made.addEventListener('click', work);
  return made;
}

function quarantined(table) {
  const short = table.table.slice(0, 8);
  const save = button('Export', async () => {
    const all = await attempt(() => api('GET', `/quarantine/${table.table}`));
    if (!all) return;
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([JSON.stringify(all)], { type: 'application/json' }));
    link.download = `mazzo-table-${short}.json`;
    link.click();
    URL.revokeObjectURL(link.href);
  });
  const remove = button('Delete', async () => {
    if (!confirm(`Delete the table ${short} for good?`)) return;
    await attempt(() => api('DELETE', `/quarantine/${table.table}`));
    refresh();
  });
  const tr = document.createElement('tr');
  const both = document.createElement('span');
  both.append(save, ' ', remove);
  const since = new Date(table.since_ms).toLocaleString();
  tr.append(...[short, table.reason, table.events, table.bytes, since, both].map(cell));
  return tr;
}

async function attempt(work) {
  try {
    const done = await work();
    $('trouble').textContent = '';
    return done;
  } catch (error) {
    $('trouble').textContent = error.message;
    return null;
  }
}

async function refresh() {
  const all = await attempt(() => api('GET', ''));
  $('inside').hidden = !all;
  $('enter').hidden = Boolean(all);
  if (!all) return;
  const megabytes = (all.disk_bytes / 1e6).toFixed(1);
  const hours = (all.up_ms / 3.6e6).toFixed(1);
  $('summary').textContent =
    `Version ${all.version}, up for ${hours} h: ${all.tables.length} tables, ${all.people} people on ${all.sockets} sockets, ${megabytes} MB on the disk.`;
  $('tables').replaceChildren(...all.tables.map(row));
  $('none').hidden = all.tables.length > 0;
  const aside = await attempt(() => api('GET', '/quarantine'));
  if (!aside) return;
  $('quarantined').replaceChildren(...aside.map(quarantined));
  $('quarantine').hidden = aside.length === 0;
}

$('enter').addEventListener('submit', (event) => {
  event.preventDefault();
  sessionStorage.setItem(KEY, new FormData(event.target).get('token'));
  refresh();
});
$('notice').addEventListener('submit', async (event) => {
  event.preventDefault();
  const text = new FormData(event.target).get('text');
  const told = await attempt(() => api('POST', '/notice', { text }));
  if (told) {
    event.target.reset();
    $('summary').textContent = `Said at ${told.tables} tables.`;
  }
});
if (sessionStorage.getItem(KEY)) refresh();
setInterval(() => $('inside').hidden || refresh(), 10_000);
