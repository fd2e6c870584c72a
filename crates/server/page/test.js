// The test page: a client in as few lines as show how one works. What frames mean it leaves to the reader.
'use strict';
const $ = (id) => document.getElementById(id);
const json = async (method, path, body) => {
  const answer = await fetch(path, {
    method,
    headers: body ? { 'content-type': 'application/json' } : {},
    body: body && JSON.stringify(body),
  });
  const told = await answer.json();
  if (!answer.ok) throw new Error(told.message);
  return told;
};

async function lobby() {
  const { tables } = await json('GET', '/api/tables');
  if (!tables.length) return;
  $('lobby').replaceChildren(...tables.map((table) => {
    const link = document.createElement('a');
    link.href = `/t/${table.table}`;
    link.textContent = `${table.game}, ${table.people + table.bots} of ${table.seats}, ${table.phase}`;
    const row = document.createElement('div');
    row.append(link);
    return row;
  }));
}

$('open').addEventListener('submit', async (event) => {
  event.preventDefault();
  const form = new FormData(event.target);
  try {
    const { table } = await json('POST', '/api/tables', {
      game: form.get('game'),
      seats: Number(form.get('seats')),
      listed: form.has('listed'),
    });
    location.href = `/t/${table}`;
  } catch (error) {
    $('lobby').textContent = error.message;
  }
});

// Known of the table: from the snapshot, with what frames replace. Views are folded by the engine in a real client.
let known = null;
let run = null;
let socket = null;
let nextId = Math.floor(Math.random() * 2 ** 52);
const pending = new Map();

function say(message) {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
}

function ask(command) {
  const message = { ask: { id: nextId++, command } };
  pending.set(message.ask.id, message);
  say(message);
}

function show(text) {
  const told = $('told');
  told.textContent = `${text}\n${told.textContent}`.slice(0, 20000);
  $('known').textContent = JSON.stringify(known, null, 1);
}

const hear = {
  snapshot(told) {
    run = told.run;
    known = told.snapshot;
  },
  frame(frame) {
    if (!known || frame.n > known.n + 1) return say('sync');
    if (frame.n <= known.n) return;
    known.n = frame.n;
    for (const key of ['room', 'clock', 'reveal']) if (frame[key]) known[key] = frame[key];
    // The view is not folded here, so a new one is asked for.
    if (frame.seen || frame.begin) say('sync');
  },
  mine({ mine }) { if (known) known.mine = mine; },
  done({ id, mine }) {
    pending.delete(id);
    if (known && mine) known.mine = mine;
  },
  refused({ id }) { pending.delete(id); },
  beat() { say('beat'); },
  notice({ text }) { $('state').textContent = text; },
  bye({ why, again_ms: again }) {
    $('state').textContent = `The server hangs up: ${why}`;
    socket.onclose = null;
    if (again !== undefined) setTimeout(connect, again);
  },
};

function connect() {
  const table = location.pathname.split('/')[2];
  const resume = known ? `&run=${run}&n=${known.n}` : '';
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  socket = new WebSocket(`${scheme}://${location.host}/api/tables/${table}/socket?v=1${resume}`);
  socket.onopen = () => {
    $('state').textContent = 'Connected';
    for (const message of pending.values()) say(message);
  };
  socket.onmessage = ({ data }) => {
    const [[what, told]] = Object.entries(JSON.parse(data));
    hear[what]?.(told);
    show(data);
  };
  socket.onclose = () => {
    $('state').textContent = 'The line is broken; coming back';
    setTimeout(connect, 1000);
  };
}

if (location.pathname.startsWith('/t/')) {
  $('start').hidden = true;
  $('table').hidden = false;
  $('sit').addEventListener('submit', (event) => {
    event.preventDefault();
    ask({ do: 'sit', seat: null, name: new FormData(event.target).get('name') });
  });
  $('act').addEventListener('submit', (event) => {
    event.preventDefault();
    ask({ do: 'act', decision: known.clock.decision, action: new FormData(event.target).get('action') });
  });
  for (const button of document.querySelectorAll('[data-do]')) {
    button.addEventListener('click', () => ask(JSON.parse(button.dataset.do)));
  }
  connect();
} else {
  lobby();
}
