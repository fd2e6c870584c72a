// Transfer size of a first visit, and time to the first paint and card on a slow phone.
import { House, PHONE, visitor, wait } from "./kit.mjs";

// Budgets. A busy host may exceed them.
const MOST_KB = 420;
const PAINT_MS = 600;
const CARDS_MS = 1800;
const house = await House.open();
const median = (list) => list.sort((a, b) => a - b)[Math.floor(list.length / 2)];

// In the page: records the first paint with a card of the own hand.
function watch() {
  const watch = new MutationObserver(() => {
    if (!document.querySelector("#hand .card")) return;
    watch.disconnect();
    requestAnimationFrame(() => requestAnimationFrame(() => { globalThis.dealt = performance.now(); }));
  });
  watch.observe(document, { childList: true, subtree: true });
}

async function load(path, { slow = false, locale = "en" } = {}) {
  const page = await visitor(house, { viewport: PHONE, serviceWorkers: "block", locale });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Network.enable");
  if (slow) {
    // Lighthouse's slow 4G, and a processor four times slower.
    await devtools.send("Network.emulateNetworkConditions", { offline: false, latency: 150, downloadThroughput: 1_638_400 / 8, uploadThroughput: 750_000 / 8 });
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  }
  const files = [];
  const named = new Map();
  devtools.on("Network.responseReceived", ({ requestId, response }) => named.set(requestId, response.url));
  devtools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => files.push([encodedDataLength, named.get(requestId)]));
  // Measured by the browser itself, without queries during the load, which would slow it down.
  await devtools.send("Page.enable");
  await devtools.send("Page.addScriptToEvaluateOnNewDocument", { source: `(${watch})()` });
  await page.go(path);
  for (let tries = 0; tries < 20; tries += 1) {
    await wait(slow ? 3000 : 1500);
    if (path === "/" || await page.evaluate(() => globalThis.dealt)) break;
  }
  const [painted, cards] = await page.evaluate(() => [performance.getEntriesByName("first-contentful-paint")[0].startTime, globalThis.dealt]);
  await page.context().close();
  return { bytes: files.reduce((sum, [size]) => sum + size, 0), files, painted, cards };
}

const kb = (bytes) => `${(bytes / 1000).toFixed(1)} KB`;
const PLAY = "/play/diciassette";
const plain = await load(PLAY);
console.log("over the wire, first visit, both games and all bots included:");
for (const [size, url] of plain.files.sort((a, b) => b[0] - a[0])) console.log(`${kb(size).padStart(12)}  ${new URL(url).pathname}`);
console.log(`${kb(plain.bytes).padStart(12)}  in all`);
console.log(`fast: first paint ${plain.painted.toFixed(0)} ms, cards ${plain.cards.toFixed(0)} ms`);
let most = plain.bytes;
for (const locale of ["en", "it", "es", "de"]) {
  const [one, other] = [await load(PLAY, { locale }), await load("/play/uno", { locale })].map(({ bytes }) => bytes);
  console.log(`${locale}: Diciassette first ${kb(one)}, Uno first ${kb(other)}`);
  most = Math.max(most, one, other);
}

// A throttled connection sometimes hangs before the page runs: such a visit is discarded.
async function visits(path) {
  const list = [];
  while (list.length < 9) await load(path, { slow: true }).then((run) => list.push(run), (error) => console.log(error.message.split("\n")[0]));
  return list;
}
const told = (list) => `${median(list).toFixed(0)} ms (${list[0].toFixed(0)} to ${list.at(-1).toFixed(0)})`;
console.log("slow 4G, processor 4x slower, the middle one of 9 visits:");
const table = await visits(PLAY);
console.log(`  a table: first paint ${told(table.map(({ painted }) => painted))}, cards ${told(table.map(({ cards }) => cards))}`);
console.log(`  the start, as a whole: ${told((await visits("/")).map(({ painted }) => painted))}`);
await house.close();
const missed = [
  most > MOST_KB * 1000 && `more than ${MOST_KB} KB`,
  median(table.map(({ painted }) => painted)) >= PAINT_MS && `first paint after more than ${PAINT_MS} ms`,
  median(table.map(({ cards }) => cards)) >= CARDS_MS && `cards after more than ${CARDS_MS} ms`,
].filter(Boolean);
if (missed.length) throw new Error(missed.join("; "));
