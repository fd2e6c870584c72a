// How the page feels: what Lighthouse says of it, how soon a tap shows, how steady the frames of a reveal are.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { House, PHONE, autopilot, openTable, visitor, wait } from "./kit.mjs";

const house = await House.open();
const at = (list, part) => list.sort((a, b) => a - b)[Math.min(list.length - 1, Math.floor(list.length * part))] ?? NaN;

// Lighthouse brings its own way to talk to a browser, and wants one for itself.
async function judged(path) {
  const profile = mkdtempSync(join(tmpdir(), "mazzo-lighthouse-"));
  const port = 9200 + Math.floor(Math.random() * 700);
  const chromium = spawn(process.env.MAZZO_CHROMIUM ?? "/usr/bin/chromium", ["--headless=new", "--no-sandbox", "--disable-gpu",
    "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync",
    `--user-data-dir=${profile}`, `--remote-debugging-port=${port}`, "about:blank"], { stdio: "ignore" });
  try {
    for (let tries = 0; tries < 50; tries += 1) {
      if (await fetch(`http://127.0.0.1:${port}/json/version`).then(() => true, () => false)) break;
      await wait(200);
    }
    const { default: run } = await import(pathToFileURL(join(process.env.MAZZO_NODE_MODULES, "lighthouse/core/index.js")));
    return (await run(house.url + path, { port, logLevel: "error", output: "json" })).lhr;
  } finally {
    const ended = new Promise((done) => { chromium.once("exit", done); });
    chromium.kill();
    await ended;
    rmSync(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
  }
}

// The middle one of several visits, as Lighthouse recommends on a machine that does other things too.
async function lighthouse(path) {
  const visits = [];
  while (visits.length < 5) visits.push(await judged(path));
  visits.sort((a, b) => a.categories.performance.score - b.categories.performance.score);
  const lhr = visits[2];
  const scores = visits.map(({ categories }) => Math.round(categories.performance.score * 100));
  console.log(`Lighthouse, mobile, ${path}: performance of ${visits.length} visits ${scores.join(", ")}; of the middle one:`);
  for (const { title, score, auditRefs } of Object.values(lhr.categories)) {
    const missed = auditRefs.filter(({ id, weight }) => weight > 0 && lhr.audits[id].score !== null && lhr.audits[id].score < 0.9);
    console.log(`  ${title} ${Math.round(score * 100)}${missed.map(({ id }) => ` · ${id} ${lhr.audits[id].displayValue ?? ""}`).join("")}`);
  }
  for (const name of ["first-contentful-paint", "largest-contentful-paint", "total-blocking-time", "cumulative-layout-shift"]) {
    console.log(`  ${lhr.audits[name].title}: ${lhr.audits[name].displayValue}`);
  }
  return Object.values(lhr.categories).every(({ score }) => score >= 0.95);
}

// In a page, without anything else that is drawn: from a tap until the next picture, by steps of 8 ms, as the browser measures it.
function watchTaps() {
  globalThis.taps = [];
  new PerformanceObserver((list) => {
    for (const { interactionId, duration, processingStart, processingEnd } of list.getEntries()) {
      if (interactionId) globalThis.taps.push({ duration, own: processingEnd - processingStart });
    }
  }).observe({ type: "event", durationThreshold: 16, buffered: false });
}

function tell(what, count, taps) {
  // Taps that took less than the browser's 16 ms are not listed.
  const all = [...taps.map(({ duration }) => duration), ...Array(Math.max(0, count - taps.length)).fill(8)];
  const own = taps.map(({ own }) => own);
  console.log(`  ${what}: ${count} taps, until the next picture: half ${at(all, 0.5)} ms, 95 % ${at(all, 0.95)} ms, slowest ${at(all, 1)} ms; of that in its scripts: at most ${at(own, 1).toFixed(1)} ms`);
}

// What a tap takes on a page with nothing but a button: that is the browser and the machine.
async function bare(slower) {
  const page = await visitor(house, { viewport: PHONE });
  await page.setContent(`<button style="width:9rem;height:9rem">17</button>`);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: slower });
  await page.evaluate(() => { document.querySelector("button").onclick = ({ target }) => { target.style.rotate = target.style.rotate ? "" : "8deg"; }; });
  await page.evaluate(watchTaps);
  for (let taps = 0; taps < 40; taps += 1) {
    await page.locator("button").tap({ force: true });
    await wait(100);
  }
  tell("a page with one button", 40, await page.evaluate(() => globalThis.taps));
  await page.context().close();
}

// The first tap of a visit, and more: a card is chosen, then another.
async function taps(slower) {
  const page = await visitor(house, { viewport: PHONE });
  const devtools = await page.context().newCDPSession(page);
  await openTable(page, { game: "diciassette", seats: 3, pace: "relaxed" }, "Ada");
  await page.locator(".foot .main").click();
  await page.locator(".me.is-turn").waitFor({ timeout: 60_000 });
  await wait(1500);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: slower });
  await page.evaluate(watchTaps);
  for (let count = 0; count < 40; count += 1) {
    await page.locator("#hand .card").nth(count % 2).tap({ force: true });
    await wait(150);
  }
  tell("a card of the own hand", 40, await page.evaluate(() => globalThis.taps));
  await page.context().close();
}

// Plays a game on a phone whose processor is slower by this much.
async function reveals(slower) {
  const page = await visitor(house, { viewport: PHONE });
  const devtools = await page.context().newCDPSession(page);
  await openTable(page, { game: "diciassette", seats: 3, pace: "instant" }, "Ada");
  await page.locator(".foot .main").click();
  await page.locator("#hand .card").first().waitFor();
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: slower });
  await page.evaluate(() => {
    globalThis.frames = [];
    let last = 0;
    const frame = (now) => {
      if (last && document.querySelector(".middle.hush")) globalThis.frames.push(now - last);
      last = now;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
  await autopilot([page], { temper: { bold: 13 }, most: 150_000, until: () => page.evaluate(() => Boolean(document.querySelector("#end-title"))) });
  const frames = await page.evaluate(() => globalThis.frames);
  await page.context().close();
  const late = frames.filter((ms) => ms > 1000 / 60 * 1.5).length;
  console.log(`  ${frames.length} frames in reveals: half ${at(frames, 0.5).toFixed(1)} ms, 95 % ${at(frames, 0.95).toFixed(1)} ms, ${late} late (${(100 * late / frames.length).toFixed(1)} %)`);
}

let isWell = true;
try {
  for (const slower of [1, 4]) {
    console.log(`processor ${slower}x slower:`);
    await bare(slower);
    await taps(slower);
    await reveals(slower);
  }
  for (const path of ["/", "/play/diciassette"]) isWell = await lighthouse(path) && isWell;
} finally {
  await house.close();
}
if (!isWell) throw new Error("Lighthouse gives less than 95");
