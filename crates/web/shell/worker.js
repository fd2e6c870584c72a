// A table without a server: runs the module in a thread of its own, with its clock, timers and storage.
let client = null;
let wasm = null;
let about = null; // the message with the glue: also the first game, and the first shared table slot
let timer = 0;
let saving = false;
let game = "";

// The database with the saved tables, one a game.
const database = () => new Promise((done, failed) => {
  const opening = indexedDB.open("mazzo", 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore("tables");
  opening.onsuccess = () => done(opening.result);
  opening.onerror = () => failed(opening.error);
});
async function load(name) {
  try {
    const tables = (await database()).transaction("tables").objectStore("tables");
    return await new Promise((done) => {
      const request = tables.get(name);
      request.onsuccess = () => done(request.result);
      request.onerror = () => done(undefined);
    });
  } catch { return undefined; }
}
async function store(name, text) {
  try {
    const putting = (await database()).transaction("tables", "readwrite");
    putting.objectStore("tables").put(text, name);
    await new Promise((done) => { putting.oncomplete = putting.onabort = done; });
  } catch { /* no storage: the game works, but is not saved */ }
}

// Saves at once. Changes during a save are saved right after it.
let isStale = false;
async function save() {
  isStale = true;
  if (saving || !game) return;
  saving = true;
  while (isStale) {
    isStale = false;
    const text = client.worker_save();
    if (text) await store(game, text);
  }
  saving = false;
}

function step() {
  // All messages at once, one a line, so that the page draws only the final state.
  const texts = [];
  for (let text; (text = client.worker_hear()) !== undefined;) texts.push(text);
  if (texts.length) postMessage(texts.join("\n"));
  clearTimeout(timer);
  const at = client.worker_alarm();
  if (at !== undefined) timer = setTimeout(() => { client.worker_wake(Date.now()); step(); }, Math.max(0, at - Date.now()));
  save();
}

// Loads the glue, the page's part of the module, and the worker's part.
async function prepare(data) {
  if (data.glue) { about = data; client = await import(data.glue); }
  else if (data.module) wasm = await client.default({ module_or_path: data.module });
  else await WebAssembly.instantiate(data.more, lent(wasm, about.lends));
}

async function take(data) {
  if (data.wish) {
    // Lessons are not saved.
    game = data.lesson ? "" : data.game;
    if (data.game !== about.first) await WebAssembly.instantiate(await rest, lent(wasm, about.lends));
    client[`worker_open_${data.game.replaceAll("-", "_")}`](data.wish, data.fresh || !game ? undefined : await load(game), Date.now());
    step();
  } else if (data.record) {
    postMessage({ record: client.worker_record() ?? "" });
  } else {
    client.worker_say(data, Date.now());
    step();
  }
}

// Messages are handled in order; those for the table wait until the module is ready.
let setUp = Promise.resolve();
let isReady;
let last = new Promise((done) => { isReady = done; });
let hasRest; // resolves with the last part of the module, which has the other game
const rest = new Promise((done) => { hasRest = done; });
self.onmessage = ({ data }) => {
  if (data.glue || data.module || data.more) {
    setUp = setUp.then(() => prepare(data));
    if (data.more) setUp.then(isReady);
  } else if (data.rest) {
    hasRest(data.rest);
  } else {
    last = last.then(() => take(data));
  }
};
