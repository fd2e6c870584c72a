// A table without a server: the same module, in a thread of its own. The table's clock, its timers and where it is kept.
let client = null;
let wasm = null;
let about = null; // which game comes first, and where its part lends
let timer = 0;
let saving = false;
let game = "";

// The tables that are kept, one a game.
const shelf = () => new Promise((done, failed) => {
  const opening = indexedDB.open("mazzo", 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore("tables");
  opening.onsuccess = () => done(opening.result);
  opening.onerror = () => failed(opening.error);
});
async function kept(name) {
  try {
    const tables = (await shelf()).transaction("tables").objectStore("tables");
    return await new Promise((done) => {
      const asked = tables.get(name);
      asked.onsuccess = () => done(asked.result);
      asked.onerror = () => done(undefined);
    });
  } catch { return undefined; }
}
async function keep(name, text) {
  try {
    const putting = (await shelf()).transaction("tables", "readwrite");
    putting.objectStore("tables").put(text, name);
    await new Promise((done) => { putting.oncomplete = putting.onabort = done; });
  } catch { /* a browser that keeps nothing plays all the same */ }
}

// At once; and what happens meanwhile, right after it.
let isStale = false;
async function save() {
  isStale = true;
  if (saving || !game) return;
  saving = true;
  while (isStale) {
    isStale = false;
    const text = client.worker_save();
    if (text) await keep(game, text);
  }
  saving = false;
}

function step() {
  // All at once, a line each: what is drawn is what came of it.
  const texts = [];
  for (let text; (text = client.worker_hear()) !== undefined;) texts.push(text);
  if (texts.length) postMessage(texts.join("\n"));
  clearTimeout(timer);
  const at = client.worker_alarm();
  if (at !== undefined) timer = setTimeout(() => { client.worker_wake(Date.now()); step(); }, Math.max(0, at - Date.now()));
  save();
}

// The glue, the page's module, and what it lacks to be a table.
async function prepare(data) {
  if (data.glue) { about = data; client = await import(data.glue); }
  else if (data.module) wasm = await client.default({ module_or_path: data.module });
  else await WebAssembly.instantiate(data.more, lent(wasm, about.lends));
}

async function take(data) {
  if (data.wish) {
    // A lesson is not kept.
    game = data.lesson ? "" : data.game;
    if (data.game !== about.first) await WebAssembly.instantiate(await rest, lent(wasm, about.lends));
    client[`worker_open_${data.game}`](data.wish, data.fresh || !game ? undefined : await kept(game), Date.now());
    step();
  } else if (data.record) {
    postMessage({ record: client.worker_record() ?? "" });
  } else {
    client.worker_say(data, Date.now());
    step();
  }
}

// One after the other, whatever each of them waits for; what is said at the table waits until there is one.
let setUp = Promise.resolve();
let isReady;
let last = new Promise((done) => { isReady = done; });
let hasRest; // of the module; the other game is in it
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
