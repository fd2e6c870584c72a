// Shared by all browser tests: a server, real browsers, and an autopilot that plays by taps.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";

const require = createRequire(process.env.MAZZO_NODE_MODULES + "/here.js");
const { chromium } = require("playwright-core");
const AXE = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

export const PHONE = { width: 390, height: 844 };
export const SMALL = { width: 360, height: 640 };
export const DESKTOP = { width: 1440, height: 900 };
export const LARGE = { width: 2560, height: 1440 };

// For polling here, and for scripts that measure or take pictures. A test waits for a condition instead.
export const wait = (ms) => new Promise((done) => setTimeout(done, ms));

// A server on a free port, without limits.
export class House {
  static async open({ port = 0, data, extra = [] } = {}) {
    const house = new House();
    house.owns = !data;
    house.data = data ?? mkdtempSync(join(tmpdir(), "mazzo-"));
    const flags = ["serve", "--listen", `127.0.0.1:${port}`, "--data", house.data, "--load-test", "--log", "warn", ...extra];
    house.process = spawn(process.env.MAZZO_BIN, flags, { stdio: ["ignore", "pipe", "inherit"] });
    house.url = await new Promise((done, failed) => {
      let text = "";
      house.process.stdout.on("data", (part) => {
        text += part;
        const found = text.match(/http:\/\/[0-9.:]+/);
        if (found) done(found[0]);
      });
      house.process.on("exit", (code) => failed(new Error(`the server ended with ${code}: ${text}`)));
    });
    house.port = Number(new URL(house.url).port);
    return house;
  }

  // Stops the server with a signal.
  async stop(signal = "SIGTERM") {
    const ended = new Promise((done) => this.process.on("exit", done));
    this.process.removeAllListeners("exit");
    this.process.on("exit", () => {});
    const gone = new Promise((done) => this.process.once("exit", done));
    this.process.kill(signal);
    await Promise.race([gone, ended, wait(8000)]);
  }

  // Closes the browser and the server, and deletes its data.
  async close() {
    await browser?.close();
    await this.stop("SIGKILL");
    if (this.owns) rmSync(this.data, { recursive: true, force: true });
  }
}

let browser = null;

// One browser for all tests of a file, as Debian has it.
export async function theBrowser() {
  browser ??= await chromium.launch({
    executablePath: process.env.MAZZO_CHROMIUM ?? "/usr/bin/chromium",
    headless: true,
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
      "--disable-component-update", "--disable-sync"],
  });
  return browser;
}

// A person with a browser context. Console output and received frames are recorded.
export async function visitor(house, { viewport = PHONE, locale = "en-GB", ...more } = {}) {
  const context = await (await theBrowser()).newContext({
    viewport, locale, hasTouch: viewport.width < 800, isMobile: viewport.width < 800, ...more,
  });
  const page = await context.newPage();
  page.house = house;
  page.console = [];
  page.frames_heard = [];
  page.on("console", (message) => page.console.push(`${message.type()}: ${message.text()}`));
  page.on("pageerror", (error) => page.console.push(`error: ${error.message}`));
  page.on("websocket", (socket) => socket.on("framereceived", ({ payload }) => page.frames_heard.push(String(payload))));
  page.go = (path) => page.goto(house.url + path);
  return page;
}

// Opens a table over HTTP, as the host, and sits down there.
export async function openTable(page, wanted, name) {
  await page.go("/");
  await page.evaluate((name) => localStorage.setItem("mazzo.prefs", JSON.stringify({ name, sound: false })), name);
  const table = await page.evaluate(async (wanted) => {
    await fetch("/api/me", { method: "POST" });
    const answer = await fetch("/api/tables", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(wanted) });
    if (!answer.ok) throw new Error(await answer.text());
    return (await answer.json()).table;
  }, wanted);
  await joinTable(page, table, name);
  return table;
}

// Opens the link, enters a name and sits down.
export async function joinTable(page, table, name) {
  await page.go(`/t/${table}`);
  await page.locator("#name").fill(name);
  await page.locator("form button[type=submit]").click();
  await page.locator(".seat-list").waitFor();
}

// Plays by taps until `until` is true. `temper` has the odds and preferences of all players, `page.temper` those of one.
export async function autopilot(pages, { until, temper = {}, most = 180_000 }) {
  const end = Date.now() + most;
  const seen = new Set();
  let turns = 0;
  while (Date.now() < end) {
    for (const page of pages) {
      if (page.isClosed()) continue;
      const mood = { ...temper, ...page.temper };
      if (mood.calls) mood.row = await reallyThere(pages);
      // A loading page does nothing.
      const did = await page.evaluate(tap, mood).catch(() => null);
      if (did) { seen.add(did); turns += 1; }
    }
    if (await until(seen, turns)) return seen;
    await wait(40);
  }
  const where = await pages[0].evaluate(() => document.body.innerText.slice(0, 600)).catch(() => "");
  throw new Error(`the condition was not met within ${most} ms; seen ${[...seen].join(", ")}; the page says: ${where}`);
}

// Waits for the page's turn at Diciassette, with all earlier frames received; passes in windows.
export async function ownTurn(page) {
  const [pass, live] = [page.locator(".words [data-key=p]"), page.locator("#hand.is-live:not(:has(.is-pending))")];
  while (!(await live.isVisible())) {
    await pass.or(live).first().waitFor({ timeout: 60_000 });
    if (await pass.isVisible()) await pass.click({ timeout: 1000 }).catch(() => { /* the window has closed */ });
  }
}

// The sum of the row of Diciassette, and whether it hides a Trap, from what all players see together: each sees their own cards. Null
// while some pages still show an earlier row.
export async function reallyThere(pages) {
  const rows = await Promise.all(pages.map((page) => page.evaluate(() =>
    [...document.querySelectorAll(".row .played .card")].map((card) => [...card.querySelectorAll("use")].map((use) => use.getAttribute("href"))),
  ).catch(() => null)));
  if (rows.some((row) => row?.length !== rows[0]?.length)) return null;
  const cards = rows[0].map((_, at) => rows.flatMap((row) => row[at]));
  const number = (names) => Math.max(0, ...names.map((name) => Number(name.match(/^#d([1-5])/)?.[1] ?? 0)));
  return { sum: cards.reduce((sum, names) => sum + number(names), 0), trap: cards.some((names) => names.includes("#db") && names.includes("#dTrap")) };
}

// In the page: one tap, if an action is possible. Returns its name.
function tap(temper) {
  const one = (selector) => document.querySelector(selector);
  const can = (element) => element && element.getAttribute("aria-disabled") !== "true" && !element.hidden;
  const luck = (odds) => Math.random() < odds;
  const any = (list) => list[Math.floor(Math.random() * list.length)];
  const go = one(".coach .main, .result [data-key=g]");
  if (go && !one("#end-title")) { if (luck(temper.go ?? 1)) go.click(); return "go on"; }
  if (one("#end-title")) return "over";
  if (!one(".table")) return null;
  if (one(".shout")) return "shout";
  const sides = [...document.querySelectorAll(".side")];
  if (sides.length) {
    const face = one("#hand .is-chosen")?.dataset.face;
    sides[luck(temper.sides?.[face] ?? temper.down ?? 0.5) ? 1 : 0].click();
    return "side";
  }
  const colours = [...document.querySelectorAll(".colour")];
  if (colours.length) { any(colours).click(); return "colour"; }
  const key = (name) => { const found = one(`.action [data-key=${name}]`); return can(found) ? found : null; };
  const label = one(".action .lead")?.textContent ?? "";
  if (one(".is-diciassette")) {
    const big = key("c");
    if (big && !big.classList.contains("is-said") && one(".big-box.is-open")) {
      const sum = Number(one(".sum b")?.textContent ?? 0);
      const hidden = document.querySelectorAll(".row use[href='#db']").length;
      if (temper.calls && !temper.row) return null;
      const calls = {
        rightly: () => temper.row.sum >= 17 && !temper.row.trap,
        trapped: () => temper.row.sum >= 17 || temper.row.trap,
      }[temper.calls] ?? (() => sum + hidden * 1.6 >= (temper.bold ?? 17));
      if (calls()) { big.click(); return "call"; }
      if (key("p")) { key("p").click(); return "pass"; }
      return null;
    }
    if (one("#hand.is-live") && !one("#hand .is-pending")) {
      const cards = [...document.querySelectorAll("#hand .card")];
      const dear = cards.find((card) => temper.first?.includes(card.dataset.face));
      if (cards.length) { (dear ?? any(cards)).click(); return "card"; }
    }
    return null;
  }
  const challenge = one(".action .words [data-key=c]");
  if (can(challenge)) {
    if (!luck(temper.go ?? 1)) return null; // waits
    if (luck(temper.challenge ?? 0.7)) { challenge.click(); return "challenge"; }
    key("d")?.click();
    return "accept";
  }
  if (one(".big-box.is-open")) {
    if (label && one(".action [data-key=b]")) return null; // answered
    if (key("u") && one(".big").getAttribute("aria-disabled") !== "true" && luck(temper.word ?? 1)) { key("u").click(); return "uno"; }
    const caught = one(".thumb .catch");
    if (can(caught) && luck(temper.catch ?? 0.5)) { caught.click(); return "catch"; }
    const pass = one(".words [data-key=p]");
    if (can(pass)) { pass.click(); return "pass"; }
    return null;
  }
  if (one(".me.is-turn") && !one("#hand .is-pending")) {
    const arm = key("u");
    if (arm && !arm.classList.contains("is-armed") && luck(temper.arm ?? 0)) { arm.click(); return "armed"; }
    const cards = [...document.querySelectorAll("#hand .is-playable")];
    const dear = cards.find((card) => temper.first?.includes(card.dataset.face));
    if (cards.length && !luck(temper.draws ?? 0)) { (dear ?? any(cards)).click(); return "card"; }
    for (const name of ["k", "d", "p"]) if (key(name)) { key(name).click(); return name; }
    const swap = [...document.querySelectorAll(".words .buttons .button")].find(can);
    if (swap) { swap.click(); return "swap"; }
  }
  return null;
}

// Waits for the end of animations: moving elements cannot be checked.
const settled = (page) => page.waitForFunction(() => !document.getAnimations().some(({ effect, playState }) =>
  playState === "running" && effect?.target?.closest?.(".card, .coin, .appears, .side, dialog")), null, { timeout: 10_000 });

// Waits until everything is shown, and for the end of animations.
export async function atRest(page) {
  await page.waitForFunction(() => !document.querySelector("main[data-busy]"), null, { timeout: 20_000 });
  await settled(page);
}

// Waits until the page has drawn the effects of the last input.
export const drawn = (page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

// Waits until `check` returns a true value, and returns it. The error names what never happened.
export async function eventually(what, check, most = 20_000) {
  const end = Date.now() + most;
  for (;;) {
    const found = await check();
    if (found) return found;
    if (Date.now() > end) throw new Error(`not within ${most} ms: ${what}`);
    await wait(40);
  }
}

// Violations that axe finds on the screen.
export async function flaws(page) {
  await settled(page);
  await page.evaluate(AXE + ";0");
  const found = await page.evaluate(() => axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] }));
  return found.violations.map((flaw) => `${flaw.id}: ${flaw.nodes.map((node) => node.target.join(" ")).slice(0, 3).join(" | ")}`);
}

// Texts at a table that do not fit: cut off, overflowing, or broken within a word.
export const misfits = (page) => page.evaluate(() => {
  const found = new Set();
  const walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const [text, box] = [walker.currentNode, walker.currentNode.parentElement.closest("button, p, h1, h2, .label, .by, .name, div")];
    if (!text.textContent.trim() || !box?.checkVisibility() || text.parentElement.closest("svg") || box.clientWidth <= 1) continue; // visually hidden
    if (box.scrollWidth > box.clientWidth + 1) found.add(`cut off: ${box.textContent.trim()}`);
    for (const { index, 0: word } of text.textContent.matchAll(/\S+/g)) {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (lines.size > 1) found.add(`broken: ${word}`);
    }
  }
  return [...found];
});

// Overlapping parts of a table, and rows whose cards cannot be told apart.
export const crowded = (page) => page.evaluate(() => {
  const box = (selector) => document.querySelector(selector)?.getBoundingClientRect();
  const parts = [".bar", ".middle", ".action", ".hand", ".me"].map((name) => [name, box(name)]).filter(([, box]) => box?.width && box?.height);
  const over = (one, other) => Math.min(one.right - other.left, other.right - one.left, one.bottom - other.top, other.bottom - one.top);
  const found = parts.flatMap(([name, one], at) => parts.slice(at + 1).filter(([, other]) => over(one, other) > 1).map(([other]) => `${name} lies over ${other}`));
  const cards = [...document.querySelectorAll(".played")];
  if (cards.some((card) => card.offsetWidth < 36) || (cards.length && box(".row-box").height < 50)) found.push("the row is too small");
  return found;
}).catch(() => []); // a loading page has no layout

// Runs axe when one of these selectors appears for the first time. Returns those that never appeared.
export function watchful(page, moments) {
  const missing = new Map(Object.entries(moments));
  const look = async () => {
    if (missing.size === 0) return;
    // One query for all of them: separate ones would take longer than a turn.
    const there = await page.evaluate((moments) => moments.filter(([, selector]) => document.querySelector(selector)).map(([name]) => name), [...missing]).catch(() => []);
    for (const name of there) {
      missing.delete(name);
      const found = await flaws(page);
      if (found.length) throw new Error(`axe, ${name}: ${found.join("; ")}`);
    }
  };
  return { look, missing: () => [...missing.keys()] };
}

// Unexpected console output.
export const complaints = (page) => page.console.filter((line) => !/^(debug|info|log): /.test(line));
