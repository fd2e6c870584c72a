// Responsiveness of the page: Lighthouse, tap latency, and frame rate of a reveal.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { House, PHONE, autopilot, openTable, visitor, wait } from "./kit.mjs";

const house = await House.open();
const at = (list, part) => list.sort((a, b) => a - b)[Math.min(list.length - 1, Math.floor(list.length * part))] ?? NaN;

// Helper processes of a browser may write for a moment after its exit.
async function cleared(folder) {
  for (let tries = 0; tries < 40; tries += 1) {
    try {
      rmSync(folder, { recursive: true, force: true });
      return;
    } catch { await wait(250); }
  }
  console.log(`${folder} could not be deleted`);
}

// Lighthouse needs a browser of its own.
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
    await cleared(profile);
  }
}

// The median of several runs, as Lighthouse recommends for shared machines.
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

// In the page: time from a touch to the next paint, as the browser measures it, in steps of 8 ms.
function watchTouches() {
  globalThis.touches = [];
  new PerformanceObserver((list) => {
    for (const { name, interactionId, duration, processingStart, processingEnd } of list.getEntries()) {
      if (interactionId) globalThis.touches.push({ name, duration, own: processingEnd - processingStart });
    }
  }).observe({ type: "event", durationThreshold: 16, buffered: false });
}

// Taps two elements alternately, with a realistic press duration.
async function tap(page, devtools, what, things) {
  const TAPS = 40;
  const spots = await page.locator(things).evaluateAll((all) => all.map((thing) => {
    const { x, y, width, height } = thing.getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2 };
  }));
  await page.evaluate(watchTouches);
  for (let count = 0; count < TAPS; count += 1) {
    await devtools.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [spots[count % 2]] });
    await wait(80);
    await devtools.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    await wait(230);
  }
  const touches = await page.evaluate(() => globalThis.touches);
  let slowest = 0;
  for (const [name, meant] of [["pointerdown", "a finger is on it"], ["click", "it has been tapped"]]) {
    const seen = touches.filter((touch) => touch.name === name);
    // The browser does not report events under 16 ms.
    const all = [...seen.map(({ duration }) => duration), ...Array(Math.max(0, TAPS - seen.length)).fill(8)];
    console.log(`  ${what}, until it shows that ${meant}: half ${at(all, 0.5)} ms, 95 % ${at(all, 0.95)} ms, slowest ${at(all, 1)} ms of ${TAPS}; of that in scripts at most ${at(seen.map(({ own }) => own), 1).toFixed(1)} ms`);
    slowest = Math.max(slowest, at(all, 1));
  }
  return slowest;
}

// Baseline: the latency of a tap on a page with only buttons.
async function bare(slower) {
  const page = await visitor(house, { viewport: PHONE });
  await page.setContent(`<button style="width:9rem;height:9rem">17</button><button style="width:9rem;height:9rem">18</button>`);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: slower });
  await page.evaluate(() => {
    addEventListener("pointerdown", ({ target }) => { target.style.scale = ".97"; });
    addEventListener("pointerup", ({ target }) => { target.style.scale = ""; });
    addEventListener("click", ({ target }) => { target.style.rotate = target.style.rotate ? "" : "8deg"; });
  });
  await tap(page, devtools, "a page with two buttons", "button");
  await page.context().close();
}

// A table on a phone, with CPU throttling from when there are cards.
async function slowTable(slower, pace) {
  const page = await visitor(house, { viewport: PHONE });
  const devtools = await page.context().newCDPSession(page);
  await openTable(page, { game: "diciassette", seats: 3, pace }, "Ada");
  await page.locator(".foot .main").click();
  await page.locator("#hand .card").first().waitFor();
  const slow = () => devtools.send("Emulation.setCPUThrottlingRate", { rate: slower });
  return { page, devtools, slow };
}

// The first tap of a visit, and later ones: choose a card, then another.
async function taps(slower) {
  const { page, devtools, slow } = await slowTable(slower, "relaxed");
  await page.locator(".me.is-turn").waitFor({ timeout: 60_000 });
  await wait(1500);
  await slow();
  const slowest = await tap(page, devtools, "a card of the own hand", "#hand .card");
  await page.context().close();
  return slowest;
}

async function reveals(slower) {
  const { page, slow } = await slowTable(slower, "instant");
  await slow();
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
  return late / frames.length;
}

// Goals without throttling; throttled runs are reported too.
const TAP_MS = 50;
const LATE = 0.01;
const missed = [];
try {
  for (const slower of [1, 4]) {
    console.log(`processor ${slower}x slower:`);
    await bare(slower);
    const [slowest, late] = [await taps(slower), await reveals(slower)];
    if (slower === 1 && slowest > TAP_MS) missed.push(`a tap took ${slowest} ms, more than ${TAP_MS}`);
    if (slower === 1 && late > LATE) missed.push(`${(100 * late).toFixed(1)} % of the frames came late`);
  }
  for (const path of ["/", "/play/diciassette"]) {
    if (!(await lighthouse(path))) missed.push(`Lighthouse gives ${path} less than 95`);
  }
} finally {
  await house.close();
}
if (missed.length) throw new Error(missed.join("; "));
