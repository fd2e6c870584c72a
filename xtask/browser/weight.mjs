// What goes over the wire on a first visit, and how soon there is something to see on a slow phone.
import { House, PHONE, visitor, wait } from "./kit.mjs";

const MOST_KB = 300;
const house = await House.open();
const median = (list) => list.sort((a, b) => a - b)[Math.floor(list.length / 2)];

async function load(slow) {
  const page = await visitor(house, { viewport: PHONE, serviceWorkers: "block" });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Network.enable");
  if (slow) {
    // Slow 4G and a processor four times slower, as Lighthouse has them.
    await devtools.send("Network.emulateNetworkConditions", { offline: false, latency: 150, downloadThroughput: 1_638_400 / 8, uploadThroughput: 750_000 / 8 });
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  }
  let bytes = 0;
  const files = [];
  const named = new Map();
  devtools.on("Network.responseReceived", ({ requestId, response }) => named.set(requestId, response.url));
  devtools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => { bytes += encodedDataLength; files.push([encodedDataLength, named.get(requestId)]); });
  await page.addInitScript(() => {
    new PerformanceObserver((list) => { for (const entry of list.getEntries()) if (entry.name === "first-contentful-paint") globalThis.painted = entry.startTime; })
      .observe({ type: "paint", buffered: true });
    // The first picture with a card of the own hand in it.
    const watch = new MutationObserver(() => {
      if (!document.querySelector("#hand .card")) return;
      watch.disconnect();
      requestAnimationFrame(() => requestAnimationFrame(() => { globalThis.dealt = performance.now(); }));
    });
    watch.observe(document, { childList: true, subtree: true });
  });
  await page.go("/play/diciassette");
  await page.locator("#hand .card").first().waitFor();
  await wait(300);
  const [painted, cards] = await page.evaluate(() => [globalThis.painted, Math.round(globalThis.dealt)]);
  await page.context().close();
  return { bytes, files, painted, cards };
}

const plain = await load(false);
const slow = [];
// A line that the browser slows down hangs now and then, before anything of ours has run: such a visit is none.
while (slow.length < 5) await load(true).then((run) => slow.push(run), (error) => console.log(error.message.split("\n")[0]));
console.log("over the wire, first visit, both games and all bots included:");
for (const [size, url] of plain.files.sort((a, b) => b[0] - a[0])) console.log(`  ${(size / 1000).toFixed(1).padStart(7)} KB  ${new URL(url).pathname}`);
console.log(`  ${(plain.bytes / 1000).toFixed(1).padStart(7)} KB  in all`);
console.log(`fast: first paint ${plain.painted?.toFixed(0)} ms, cards ${plain.cards} ms`);
console.log(`slow 4G, processor 4x slower: first paint ${median(slow.map((run) => run.painted)).toFixed(0)} ms, cards ${median(slow.map((run) => run.cards))} ms`);
await house.close();
if (plain.bytes > MOST_KB * 1000) throw new Error(`more than ${MOST_KB} KB`);
