// Runs before the client is there: it opens the socket of the table, so that the cards are on their way while the client
// still is, and it starts the client.
const { dataset: data, src } = document.getElementById("boot");
const early = { socket: null, heard: [] };
globalThis.mazzoEarly = early;

// Looks that were chosen before hold from the first paint.
let prefs = {};
try {
  prefs = JSON.parse(localStorage.getItem("mazzo.prefs") ?? "{}");
  if (prefs.theme === "light" || prefs.theme === "dark") document.documentElement.dataset.theme = prefs.theme;
  if (prefs.large) document.documentElement.dataset.text = "large";
} catch { /* no storage, no choice */ }

const table = location.pathname.match(/^\/t\/([0-9a-f]{32}(?:-[0-9a-f]{16})?)$/);
if (table && navigator.onLine !== false) {
  const socket = new WebSocket(`${location.origin.replace("http", "ws")}/api/tables/${table[1]}/socket?v=2`);
  socket.onmessage = (event) => early.heard.push(event.data);
  early.socket = socket;
  early.table = early.asked = table[1];
  early.info = fetch(`/api/tables/${table[1]}`).then((answer) => answer.text()).catch(() => "");
}

// What is not painted first is styled later.
const styled = (sheet) => new Promise((done) => {
  const style = document.createElement("link");
  style.rel = "stylesheet";
  style.href = sheet;
  style.onload = style.onerror = done;
  document.head.append(style);
});
const dressed = styled(data.style);

// A line that broke is tried again until there is an answer.
async function text(path) {
  for (;;) {
    try {
      const answer = await fetch(path);
      if (answer.ok) return await answer.text();
    } catch { /* no line */ }
    await new Promise((done) => setTimeout(done, 3000));
  }
}

// Cards and icons: symbols that the page refers to.
text(data.art).then((sprites) => {
  const art = document.createElement("div");
  art.className = "art";
  art.ariaHidden = "true";
  art.innerHTML = sprites;
  document.body.prepend(art);
});

// The language: chosen, or the first of the browser's that there is.
const texts = new Map(data.texts.split(" ").map((pair) => pair.split("=")));
const lang = [prefs.lang, ...navigator.languages, "en"].map((tag) => String(tag).slice(0, 2).toLowerCase()).find((tag) => texts.has(tag));
const words = text(texts.get(lang));

// Three modules in one file: what shows a table of one game, what is such a table without a server, and the rest. Each is compiled
// while it arrives and wants those before it; a table is shown when the first is there.
const [lends, ...sizes] = data.parts.split(" ").map(Number);
const fetched = fetch(data.module).then((answer) => answer.body.getReader());
let over = null; // of a piece, what belongs to the next module
async function arriving(number) {
  let left = sizes[number];
  const stream = new ReadableStream({
    async pull(to) {
      const piece = over ?? (await (await fetched).read()).value;
      over = null;
      if (!piece) throw new Error("cut off");
      const mine = piece.subarray(0, left);
      left -= mine.length;
      if (mine.length < piece.length) over = piece.subarray(mine.length);
      to.enqueue(mine);
      if (left === 0) to.close();
    },
  });
  return WebAssembly.compileStreaming(new Response(stream, { headers: { "content-type": "application/wasm" } }));
}
// A line that broke before everything was there is tried again until it is; a browser that cannot compile what arrives waits for all.
async function later(number) {
  for (;;) {
    try {
      const bytes = await (await fetch(data.module)).arrayBuffer();
      const from = sizes.slice(0, number).reduce((sum, size) => sum + size, 0);
      return await WebAssembly.compile(bytes.slice(from, from + sizes[number]));
    } catch { await new Promise((done) => setTimeout(done, 3000)); }
  }
}
const first = arriving(0).catch(() => later(0));
const worker = first.then(() => arriving(1)).catch(() => later(1));
const rest = worker.then(() => arriving(2)).catch(() => later(2));

// The style of other screens, and the letters of titles. At a table cards come first.
const isTable = /^\/(play|t)\//.test(location.pathname);
const last = Promise.resolve(isTable && worker).then(() => styled(data.last));
const font = new FontFace("Rozha One", `url(${data.font})`);
Promise.resolve(isTable && rest).then(() => font.load()).then(() => document.fonts.add(font), () => { /* others do */ });

// A table in this browser is a worker's. Where one is sure to be wanted it is there before the client is.
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

// A browser does not ask twice for a script that did not arrive.
const client = await import(data.glue).catch(() => new Promise(() => setTimeout(() => location.reload(), 3000)));
const wasm = await client.default({ module_or_path: await first });
const joins = (module) => WebAssembly.instantiate(module, lent(wasm, lends));
const whole = Promise.all([worker.then(joins).then(() => rest).then(joins), last]);
// What the shell shows is seen before it is replaced, unless nobody looks.
const shown = document.hidden || new Promise((done) => {
  new PerformanceObserver((list) => list.getEntriesByName("first-contentful-paint").length && done()).observe({ type: "paint", buffered: true });
  setTimeout(done, 300);
});
const [spoken] = await Promise.all([words, dressed, shown, isTable || whole]);
// In a task of its own: what has arrived meanwhile is compiled while the page is drawn.
setTimeout(() => {
  client.start(lang, spoken, data.game, !isTable);
  if (isTable) whole.then(() => client.complete());
});

if ("serviceWorker" in navigator && !document.documentElement.dataset.dev) {
  // Later: what is to be seen now goes first.
  setTimeout(() => navigator.serviceWorker.register("/service.js").catch(() => { /* without, there is no play offline */ }), 1500);
}
