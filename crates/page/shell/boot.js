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

// The module is compiled once, while it arrives, for the page and for the worker.
const fetched = fetch(data.module);
const compiled = WebAssembly.compileStreaming?.(fetched)
  ?? fetched.then((answer) => answer.arrayBuffer()).then((bytes) => WebAssembly.compile(bytes));
let module = null;

// A table in this browser is a worker's. Where one is sure to be wanted it is there before the client is.
function newWorker() {
  const worker = new Worker(data.worker, { type: "module" });
  worker.postMessage({ glue: data.glue });
  if (module) worker.postMessage({ module });
  else compiled.then((module) => worker.postMessage({ module }), () => { /* the page says so itself */ });
  return worker;
}
let waiting = /^\/(play|learn)\//.test(location.pathname) ? newWorker() : null;
early.worker = () => {
  const worker = waiting ?? newWorker();
  waiting = null;
  return worker;
};

const client = await import(data.glue);
module = await compiled;
await client.default({ module_or_path: module });
await styled;
client.start(lang, await words);
import(data.drag);

if ("serviceWorker" in navigator && !document.documentElement.dataset.dev) {
  // Later: what is to be seen now goes first.
  setTimeout(() => navigator.serviceWorker.register("/service.js").catch(() => { /* without, there is no play offline */ }), 1500);
}
