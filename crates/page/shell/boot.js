// Runs before the client is there: it opens the socket of the table, so that the cards are on their way while the client
// still is, and it starts the client.
const data = document.getElementById("boot").dataset;
const early = { socket: null, heard: [] };
globalThis.mazzoEarly = early;

// Looks that were chosen before hold from the first paint.
let prefs = {};
try {
  prefs = JSON.parse(localStorage.getItem("mazzo.prefs") ?? "{}");
  if (prefs.theme === "light" || prefs.theme === "dark") document.documentElement.dataset.theme = prefs.theme;
  if (prefs.large) document.documentElement.dataset.text = "large";
} catch { /* no storage, no choice */ }

const table = location.pathname.match(/^\/t\/([0-9a-f]{32})$/);
if (table && navigator.onLine !== false) {
  const socket = new WebSocket(`${location.origin.replace("http", "ws")}/api/tables/${table[1]}/socket?v=1`);
  socket.onmessage = (event) => early.heard.push(event.data);
  early.socket = socket;
  early.table = early.asked = table[1];
  early.info = fetch(`/api/tables/${table[1]}`).then((answer) => answer.text()).catch(() => "");
}

// What is not painted first is styled later.
const style = document.createElement("link");
style.rel = "stylesheet";
style.href = data.style;
const styled = new Promise((done) => { style.onload = style.onerror = done; });
document.head.append(style);

// Cards and icons: symbols that the page refers to.
fetch(data.art).then((answer) => answer.text()).then((sprites) => {
  const art = document.createElement("div");
  art.className = "art";
  art.ariaHidden = "true";
  art.innerHTML = sprites;
  document.body.prepend(art);
});

// The language: chosen, or the first of the browser's that there is.
const texts = new Map(data.texts.split(" ").map((pair) => pair.split("=")));
const lang = [prefs.lang, ...navigator.languages, "en"].map((tag) => String(tag).slice(0, 2).toLowerCase()).find((tag) => texts.has(tag));
const words = fetch(texts.get(lang)).then((answer) => answer.text());

// Two modules in one file, the page's and what a worker needs besides. Each is compiled once, while it arrives: the page starts
// when the first is there.
const fetched = fetch(data.module).then((answer) => answer.body.getReader());
let rest = null; // of a piece, what belongs to the next module
function part(size) {
  let left = size;
  const stream = new ReadableStream({
    async pull(to) {
      const piece = rest ?? (await (await fetched).read()).value;
      rest = null;
      if (!piece) return to.close();
      const mine = piece.subarray(0, left);
      left -= mine.length;
      if (mine.length < piece.length) rest = piece.subarray(mine.length);
      to.enqueue(mine);
      if (left === 0) to.close();
    },
  });
  return WebAssembly.compileStreaming(new Response(stream, { headers: { "content-type": "application/wasm" } }));
}
const compiled = part(Number(data.size));
const others = compiled.then(() => part(Infinity));

// A table in this browser is a worker's. Where one is sure to be wanted it is there before the client is.
function newWorker() {
  const worker = new Worker(data.worker, { type: "module" });
  worker.postMessage({ glue: data.glue });
  compiled.then((module) => worker.postMessage({ module }))
    .then(() => others).then((more) => worker.postMessage({ more }))
    .catch(() => { /* the page says so itself */ });
  return worker;
}
let waiting = /^\/(play|learn)\//.test(location.pathname) ? newWorker() : null;
early.worker = () => {
  const worker = waiting ?? newWorker();
  waiting = null;
  return worker;
};

const client = await import(data.glue);
await client.default({ module_or_path: await compiled });
await styled;
client.start(lang, await words);
import(data.drag);

if ("serviceWorker" in navigator && !document.documentElement.dataset.dev) {
  // Later: what is to be seen now goes first.
  setTimeout(() => navigator.serviceWorker.register("/service.js").catch(() => { /* without, there is no play offline */ }), 1500);
}
