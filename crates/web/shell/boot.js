// Runs before the client: opens the socket of the table, so that the cards load in parallel with the client, and starts the client.
const { dataset: data, src } = document.getElementById("boot");
const early = { socket: null, heard: [] };
globalThis.mazzoEarly = early;

// Apply the stored theme before the first paint.
let prefs = {};
try {
  prefs = JSON.parse(localStorage.getItem("mazzo.prefs") ?? "{}");
  if (prefs.theme === "light" || prefs.theme === "dark") document.documentElement.dataset.theme = prefs.theme;
  if (prefs.large) document.documentElement.dataset.text = "large";
} catch { /* no storage: use the defaults */ }

const table = location.pathname.match(/^\/t\/([0-9a-f]{32}(?:-[0-9a-f]{16})?)$/);
if (table && navigator.onLine !== false) {
  const socket = new WebSocket(`${location.origin.replace("http", "ws")}/api/tables/${table[1]}/socket?v=2`);
  socket.onmessage = (event) => early.heard.push(event.data);
  early.socket = socket;
  early.table = early.asked = table[1];
  early.info = fetch(`/api/tables/${table[1]}`).then((answer) => answer.text()).catch(() => "");
}

// Adds a style sheet that the first paint does not need.
const addStyle = (sheet) => new Promise((done) => {
  const style = document.createElement("link");
  style.rel = "stylesheet";
  style.href = sheet;
  style.onload = style.onerror = done;
  document.head.append(style);
});
const styleLoaded = addStyle(data.style);

// Fetches a text, and retries until it succeeds.
async function text(path) {
  for (;;) {
    try {
      const answer = await fetch(path);
      if (answer.ok) return await answer.text();
    } catch { /* no network */ }
    await new Promise((done) => setTimeout(done, 3000));
  }
}

// The SVG sprites of cards and icons.
text(data.art).then((sprites) => {
  const art = document.createElement("div");
  art.className = "art";
  art.ariaHidden = "true";
  art.innerHTML = sprites;
  document.body.prepend(art);
});

// The chosen language, or the first of the browser's that is supported.
const texts = new Map(data.texts.split(" ").map((pair) => pair.split("=")));
const lang = [prefs.lang, ...navigator.languages, "en"].map((tag) => String(tag).slice(0, 2).toLowerCase()).find((tag) => texts.has(tag));
const words = text(texts.get(lang));

// Three modules in one file: the table of one game, the worker for local tables, and the rest. Each is compiled while it arrives
// and needs those before it; a table is shown once the first is loaded.
const [lends, ...sizes] = data.parts.split(" ").map(Number);
const fetched = fetch(data.module).then((answer) => answer.body.getReader());
let over = null; // bytes of a chunk that belong to the next module
async function compileArriving(number) {
  let left = sizes[number];
  const stream = new ReadableStream({
    async pull(to) {
      const chunk = over ?? (await (await fetched).read()).value;
      over = null;
      if (!chunk) throw new Error("cut off");
      const mine = chunk.subarray(0, left);
      left -= mine.length;
      if (mine.length < chunk.length) over = chunk.subarray(mine.length);
      to.enqueue(mine);
      if (left === 0) to.close();
    },
  });
  return WebAssembly.compileStreaming(new Response(stream, { headers: { "content-type": "application/wasm" } }));
}
// The fallback after a broken download, or in a browser without streaming compilation: fetches the whole file until it succeeds.
async function compileWhole(number) {
  for (;;) {
    try {
      const bytes = await (await fetch(data.module)).arrayBuffer();
      const from = sizes.slice(0, number).reduce((sum, size) => sum + size, 0);
      return await WebAssembly.compile(bytes.slice(from, from + sizes[number]));
    } catch { await new Promise((done) => setTimeout(done, 3000)); }
  }
}
const first = compileArriving(0).catch(() => compileWhole(0));
const worker = first.then(() => compileArriving(1)).catch(() => compileWhole(1));
const rest = worker.then(() => compileArriving(2)).catch(() => compileWhole(2));

// The styles of other screens, and the title font. At a table they load after the cards.
const isTable = /^\/(play|t)\//.test(location.pathname);
const lastStyles = Promise.resolve(isTable && worker).then(() => addStyle(data.last));
const font = new FontFace("Rozha One", `url(${data.font})`);
Promise.resolve(isTable && rest).then(() => font.load()).then(() => document.fonts.add(font), () => { /* use the fallback font */ });

// A local table runs in a worker. For addresses that need one, it starts before the client.
function newWorker() {
  const made = new Worker(src, { type: "module" });
  made.postMessage({ glue: data.glue, first: data.game, lends });
  first.then((module) => made.postMessage({ module }));
  worker.then((more) => made.postMessage({ more }));
  rest.then((rest) => made.postMessage({ rest }));
  return made;
}
let waiting = /^\/(play|learn)\//.test(location.pathname) ? newWorker() : null;
early.worker = () => {
  const made = waiting ?? newWorker();
  waiting = null;
  return made;
};

// Browsers cache a failed import, so a retry needs a reload.
const client = await import(data.glue).catch(() => new Promise(() => setTimeout(() => location.reload(), 3000)));
const wasm = await client.default({ module_or_path: await first });
const instantiate = (module) => WebAssembly.instantiate(module, lent(wasm, lends));
const whole = Promise.all([worker.then(instantiate).then(() => rest).then(instantiate), lastStyles]);
// Let the browser paint the shell before the client replaces it, unless the page is hidden.
const painted = document.hidden || new Promise((done) => {
  new PerformanceObserver((list) => list.getEntriesByName("first-contentful-paint").length && done()).observe({ type: "paint", buffered: true });
  setTimeout(done, 300);
});
const [messages] = await Promise.all([words, styleLoaded, painted, isTable || whole]);
// In a separate task, so that compilation of the parts that have arrived can start before the page is drawn.
setTimeout(() => {
  client.start(lang, messages, data.game, !isTable);
  if (isTable) whole.then(() => client.complete());
});

if ("serviceWorker" in navigator && !document.documentElement.dataset.dev) {
  // Delayed, so that it does not compete with the first screen.
  setTimeout(() => navigator.serviceWorker.register("/service.js").catch(() => { /* no offline play */ }), 1500);
}
