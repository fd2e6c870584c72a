// The admin page. The token stays in this tab.
'use strict';
const $ = (id) => document.getElementById(id);
const KEY = 'mazzo admin';

async function api(method, path, body) {
  const headers = { authorization: `Bearer ${sessionStorage.getItem(KEY)}` };
  if (body) headers['content-type'] = 'application/json';
  const answer = await fetch(`/api/admin${path}`, { method, headers, body: body && JSON.stringify(body) });
  const text = await answer.text();
  const data = text ? JSON.parse(text) : null;
  if (!answer.ok) throw new Error(data?.message ?? answer.statusText);
  return data;
}

const cell = (content) => {
  const td = document.createElement('td');
  td.append(content);
  return td;
};

const short = (name) => name.slice(0, 8);
const when = (ms) => new Date(ms).toLocaleString();

function line(...cells) {
  const tr = document.createElement('tr');
  tr.append(...cells.map(cell));
  return tr;
}

// A button that asks for confirmation.
function button(words, question, work) {
  const made = document.createElement('button');
  made.textContent = words;
  made.addEventListener('click', async () => {
    if (!confirm(question)) return;
    await attempt(work);
    refresh();
  });
  return made;
}

function several(...nodes) {
  const span = document.createElement('span');
  span.append(...nodes);
  return span;
}

function fill(id, rows) {
  $(id).replaceChildren(...rows);
  const none = $(`${id}-none`);
  if (none) none.hidden = rows.length > 0;
}

function row(table) {
  const id = table.table.slice(0, 32);
  const close = button('Close', `Close the table ${short(id)}? Its game ends.`, () => api('DELETE', `/tables/${id}`));
  const seats = several(`${table.people} people, ${table.bots} bots of ${table.seats}`);
  names(seats, ': ', table.names, (name) => `Erase the name ${name} at the table ${short(id)}? In a game a bot takes over.`, `/tables/${id}`);
  return line(short(id), table.game, table.phase, seats, table.present, when(table.opened_ms), close);
}

// The names of seated people, each with a button that erases it.
function names(node, start, all, question, path) {
  all.forEach((name, seat) => {
    if (!name) return;
    node.append(start, name, ' ', button('Erase', question(name), () => api('DELETE', `${path}/seats/${seat}`)));
    start = ', ';
  });
}

function recordRow(record) {
  const players = several();
  names(players, '', record.players, (name) => `Erase the name ${name} in the record ${short(record.record)}? The game stays.`, `/records/${record.record}`);
  const question = `Delete the record ${short(record.record)}? This cannot be undone.`;
  const remove = button('Delete', question, () => api('DELETE', `/records/${record.record}`));
  return line(short(record.record), short(record.table), short(record.host), record.game, when(record.ended_ms), players, remove);
}

async function records(before) {
  const wanted = new URLSearchParams([...new FormData($('find'))].filter(([, value]) => value));
  if (before) wanted.set('before', before);
  const found = await attempt(() => api('GET', `/records?${wanted}`));
  if (!found) return;
  const rows = found.records.map(recordRow);
  if (before) $('records').append(...rows);
  else fill('records', rows);
  $('older').hidden = !found.before;
  $('older').onclick = () => records(found.before);
}

function keyRow(key) {
  const question = `Retire key ${key.id}? People whose cookie it signed become new visitors.`;
  const retire = key.signs ? 'signs' : button('Retire', question, () => api('DELETE', `/keys/${key.id}`));
  return line(key.id, when(key.created_ms), retire);
}

function quarantineRow(table) {
  const name = table.table;
  const save = document.createElement('button');
  save.textContent = 'Export';
  save.addEventListener('click', () => attempt(async () => {
    const headers = { authorization: `Bearer ${sessionStorage.getItem(KEY)}` };
    const answer = await fetch(`/api/admin/quarantine/${name}`, { headers });
    if (!answer.ok) throw new Error(answer.statusText);
    const link = document.createElement('a');
    link.href = URL.createObjectURL(await answer.blob());
    link.download = `mazzo-table-${short(name)}.json`;
    link.click();
    URL.revokeObjectURL(link.href);
  }));
  const question = `Delete the quarantined table ${short(name)} for good? Export it first if you may need it.`;
  const remove = button('Delete', question, () => api('DELETE', `/quarantine/${name}`));
  return line(short(name), table.reason, table.events, table.bytes, when(table.since_ms), several(save, ' ', remove));
}

async function rest() {
  const [quarantine, keys, audit] = await Promise.all(['/quarantine', '/keys', '/audit'].map((path) => api('GET', path)));
  fill('quarantined', quarantine.map(quarantineRow));
  $('quarantine').hidden = quarantine.length === 0;
  fill('keys', keys.map(keyRow));
  fill('audit', audit.toReversed().map((one) => line(when(one.at_ms), one.action, one.target)));
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
  fill('tables', all.tables.map(row));
  await attempt(rest);
  // Only the first page is refreshed: an operator who loaded older records keeps them.
  if ($('records').children.length <= 50) await records();
}

$('enter').addEventListener('submit', (event) => {
  event.preventDefault();
  sessionStorage.setItem(KEY, new FormData(event.target).get('token'));
  refresh();
});
$('notice').addEventListener('submit', async (event) => {
  event.preventDefault();
  const text = new FormData(event.target).get('text');
  const data = await attempt(() => api('POST', '/notice', { text }));
  if (data) {
    event.target.reset();
    $('summary').textContent = `Sent to ${data.tables} tables.`;
  }
});
$('find').addEventListener('submit', (event) => {
  event.preventDefault();
  records();
});
$('rotate').addEventListener('click', async () => {
  if (!confirm('Add a key, which signs from now on? No one is logged out.')) return;
  await attempt(() => api('POST', '/keys'));
  refresh();
});
if (sessionStorage.getItem(KEY)) {
  // No form while the token of this tab is tried.
  $('enter').hidden = true;
  refresh();
}
setInterval(() => $('inside').hidden || refresh(), 10_000);
