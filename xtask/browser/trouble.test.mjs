// Failures: the server dies, the network fails, the table is gone.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { House, atRest, autopilot, complaints, drawn, eventually, flaws, joinTable, openTable, ownTurn, visitor } from "./kit.mjs";

let house;
before(async () => { house = await House.open(); });
after(() => house.close());

// The visible cards: the own hand and the middle of the table.
const lies = (page) => page.evaluate(() => ({
  hand: [...document.querySelectorAll("#hand .card")].map((card) => card.dataset.face).sort(),
  row: [...document.querySelectorAll(".played .card use, .pile .card use")].map((use) => use.getAttribute("href")),
}));

test("the page reconnects to a restarted server, and the game continues", { timeout: 90_000 }, async () => {
  const page = await visitor(house);
  await openTable(page, { game: "diciassette", seats: 2, pace: "normal" }, "Ada");
  await page.locator(".foot .main").click();
  await page.locator("#hand .card").first().waitFor();
  await autopilot([page], { until: async (_, turns) => turns >= 3, temper: { bold: 99 }, most: 30_000 });
  await ownTurn(page); // nothing changes on the own turn
  await atRest(page);
  const [before, played] = [await lies(page), await page.locator(".played").count()];
  await house.stop("SIGKILL");
  await page.locator(".banner").waitFor();
  const again = await House.open({ port: house.port, data: house.data });
  again.owns = house.owns;
  house = again;
  // Automatically, without a tap on "Now".
  await page.locator(".banner[role=alert]").waitFor({ state: "detached", timeout: 30_000 });
  await ownTurn(page);
  assert.deepEqual(await lies(page), before, "every card is where it was");
  // A tap works again.
  await autopilot([page], { until: async (seen) => seen.has("side"), temper: { bold: 99, down: 1 }, most: 30_000 });
  await page.waitForFunction((count) => document.querySelectorAll(".played").length > count, played);
  await page.context().close();
});

test("a lost network is noticed at once, and the page reconnects when it is back", async () => {
  const page = await visitor(house);
  await openTable(page, { game: "diciassette", seats: 2, pace: "relaxed" }, "Ada");
  await page.locator(".foot .main").click();
  await ownTurn(page);
  await atRest(page);
  const before = await lies(page);
  await page.context().setOffline(true);
  await page.locator(".banner[role=alert]").waitFor({ timeout: 3000 });
  assert.deepEqual(await flaws(page), []);
  await page.context().setOffline(false);
  await page.locator(".banner[role=alert]").waitFor({ state: "detached", timeout: 15_000 });
  await ownTurn(page);
  assert.deepEqual(await lies(page), before);
  await page.context().close();
});

test("a missing table shows a message and a way out", async () => {
  const page = await visitor(house);
  await page.go(`/t/${"0".repeat(32)}`);
  await page.locator("h1").waitFor();
  assert.match(await page.locator("h1").innerText(), /gone/);
  await page.locator("a.button").first().click();
  await page.locator(".poster").waitFor();
  // A truncated link does not lead to the start page.
  await page.go("/t/0123456789abcdef");
  await ends(page, "gone");
  await page.go("/r/0123456789abcdef");
  await ends(page, "no such game");
  await page.context().close();
});

test("a player replaced by a bot is informed, and returns by a tap", { timeout: 120_000 }, async () => {
  const [ada, bruno] = [await visitor(house), await visitor(house, { reducedMotion: "reduce" })];
  const table = await openTable(ada, { game: "uno", seats: 2, pace: "instant" }, "Ada");
  await joinTable(bruno, table, "Bruno");
  await ada.locator(".foot .main").click();
  // Ada misses two decisions.
  await autopilot([bruno], { until: () => ada.locator(".banner .button").isVisible(), most: 90_000 });
  assert.match(await ada.locator(".banner").innerText(), /A bot plays for you/);
  assert.deepEqual(await flaws(ada), []);
  await ada.locator(".banner .button").click();
  await ada.locator(".banner").waitFor({ state: "detached" });
  for (const page of [ada, bruno]) {
    assert.deepEqual(complaints(page), []);
    await page.context().close();
  }
});

// A final notice: its text, no axe violations, and a way out.
async function ends(page, words, way = "a.button") {
  await page.locator(".notice h1", { hasText: words }).waitFor();
  assert.deepEqual(await flaws(page), []);
  assert.equal(await page.locator(`.notice ${way}`).first().isVisible(), true);
}

test("a second tab is announced, and both tabs stay in sync", async () => {
  const page = await visitor(house);
  const table = await openTable(page, { game: "diciassette", seats: 2, pace: "instant" }, "Ada");
  await page.locator(".foot .main").click();
  await page.locator("#hand .card").nth(2).waitFor();
  const second = await page.context().newPage();
  await second.goto(`${house.url}/t/${table}`);
  await second.locator("#hand .card").nth(2).waitFor();
  for (const tab of [page, second]) await tab.locator(".toast", { hasText: "another tab" }).waitFor();
  const hand = (tab) => tab.locator("#hand .card").evaluateAll((cards) => cards.map((card) => card.dataset.face).join());
  // An action in one tab shows in the other.
  // Face down, where no card removes another.
  await autopilot([second], { until: async (seen) => seen.has("side"), temper: { bold: Infinity, down: 1 }, most: 30_000 });
  await eventually("the card is seen in the other tab", async () => (await page.locator(".played").count()) > 0);
  await eventually("both tabs show the same hand", async () => (await hand(page)) === (await hand(second)));
  assert.deepEqual(complaints(page), []);
  await page.context().close();
});

test("a full table shows a message, and can be watched", async () => {
  const pages = [await visitor(house), await visitor(house), await visitor(house)];
  const table = await openTable(pages[0], { game: "uno", seats: 2, pace: "instant" }, "Ada");
  await joinTable(pages[1], table, "Bruno");
  await pages[2].go(`/t/${table}`);
  await pages[2].locator("h1", { hasText: "Every seat is taken" }).waitFor();
  assert.deepEqual(await flaws(pages[2]), []);
  assert.equal(await pages[2].locator("#name").isVisible(), false);
  await pages[2].locator("form .plain").click();
  await pages[0].locator(".foot .main").click();
  await pages[2].locator(".seat .fan").nth(1).waitFor();
  assert.equal(await pages[2].locator("#hand .card").count(), 0, "a watcher has no hand");
  for (const page of pages) await page.context().close();
});

test("a kicked player is informed, and so are all players of a closed table", async () => {
  const [host, guest, other] = [await visitor(house), await visitor(house), await visitor(house)];
  const table = await openTable(host, { game: "diciassette", seats: 3 }, "Ada");
  await joinTable(guest, table, "Bruno");
  await joinTable(other, table, "Carla");
  await host.locator("[aria-label='Send Bruno away']").click();
  await ends(guest, "closed to you");
  await host.locator(".foot .main").click();
  await host.locator("#hand .card").first().waitFor();
  await host.locator(".bar > .icon-button").click();
  await host.locator("dialog .panel > .button", { hasText: "Close the table" }).click();
  for (const page of [host, other]) await ends(page, "The table is closed");
  for (const page of [host, guest, other]) await page.context().close();
});

test("a page older than the server offers to reload", async () => {
  const page = await visitor(house);
  const table = await openTable(page, { game: "uno", seats: 2 }, "Ada");
  // The response of a server of another version.
  await page.routeWebSocket(/socket/, (socket) => socket.close());
  await page.route(/\/socket/, (route) => route.fulfill({ status: 400, json: { why: "other_version", message: "no" } }));
  await page.go(`/t/${table}`);
  await ends(page, "out of date", "button.main");
  await page.unrouteAll();
  await page.context().close();
});

test("a tap shows as pending until the server has it, and counts once", async () => {
  const page = await visitor(house);
  await openTable(page, { game: "diciassette", seats: 2, pace: "instant" }, "Ada");
  await page.locator(".foot .main").click();
  await ownTurn(page);
  await page.locator("#hand .card").first().click();
  house.process.kill("SIGSTOP");
  try {
    await page.locator(".side").first().click();
    await page.locator("#hand .card.is-pending").waitFor();
    assert.equal(await page.locator(".action p", { hasText: "On its way" }).count(), 1);
    await drawn(page);
    assert.equal(await page.locator(".is-pending").count(), 1, "the action is still pending");
  } finally {
    house.process.kill("SIGCONT");
  }
  await page.locator(".is-pending").waitFor({ state: "detached" });
  const mine = () => page.evaluate(() => [...document.querySelectorAll(".played .by")].filter((by) => by.textContent === "Ada").length);
  await page.waitForFunction(() => [...document.querySelectorAll(".played .by")].some((by) => by.textContent === "Ada"));
  assert.equal(await mine(), 1);
  assert.deepEqual(complaints(page), []);
  await page.context().close();
});

test("an answer in a window shows at once, and a double tap does not take it back", async () => {
  const page = await visitor(house, { reducedMotion: "reduce" });
  await openTable(page, { game: "diciassette", seats: 2, pace: "relaxed" }, "Ada");
  await page.locator(".foot .main").click();
  const open = page.locator(".big-box.is-open .big:not([aria-disabled=true])");
  await autopilot([page], { until: () => open.isVisible(), temper: { bold: Infinity }, most: 60_000 });
  house.process.kill("SIGSTOP");
  try {
    await open.dblclick({ delay: 40 });
    await page.locator(".big.is-said.pending").waitFor();
    await page.locator(".action .lead", { hasText: "You call 17" }).waitFor();
  } finally {
    house.process.kill("SIGCONT");
  }
  // The server has the answer.
  await page.waitForFunction(() => document.querySelector(".big.is-said:not(.pending), .shout, #result-title"));
  await page.locator("#result-title, .shout").first().waitFor();
  assert.deepEqual(complaints(page), []);
  await page.context().close();
});

test("a missing record shows a message; an unreachable server does not count as a missing table", async () => {
  const page = await visitor(house);
  await page.go(`/r/${"0".repeat(32)}`);
  await ends(page, "no such game");
  await page.route(/\/api\//, (route) => route.abort());
  for (const path of [`/r/${"0".repeat(32)}`, `/t/${"0".repeat(32)}`]) {
    await page.go(path);
    await ends(page, "No connection", "button.main");
  }
  // Nor does an overloaded server.
  await page.unroute(/\/api\//);
  await page.route(/\/api\//, (route) => route.fulfill({ status: 503, json: { why: "storage", message: "later" } }));
  const past = JSON.stringify({ records: [{ record: "0".repeat(32), game: "uno", ended_ms: 1, players: ["Ada", ""], winners: [1] }], before: null });
  await page.evaluate((past) => localStorage.setItem("mazzo.games", past), past);
  for (const path of [`/r/${"0".repeat(32)}`, `/t/${"0".repeat(32)}`]) {
    await page.go(path);
    await ends(page, "No connection", "button.main");
  }
  // The game is still listed, and its bot has the same name as at the table.
  await page.unroute(/\/api\//);
  await page.go("/");
  await page.locator(".list", { hasText: "Carla wins." }).waitFor();
  await page.context().close();
});

test("offline the page starts, plays, and continues after a reload", { timeout: 120_000 }, async () => {
  const page = await visitor(house);
  await page.go("/");
  await page.evaluate(async () => { await navigator.serviceWorker.ready; });
  await page.waitForFunction(async () => (await caches.keys()).length > 0 && (await (await caches.open((await caches.keys())[0])).keys()).length > 15);
  await page.context().setOffline(true);
  await page.reload();
  await page.locator(".banner-in").waitFor();
  for (const game of ["diciassette", "uno"]) {
    await page.go("/");
    await page.locator(`a[href="/play/${game}"]`).first().click();
    await page.locator("#hand .card").first().waitFor();
    // Until the own turn, when nothing changes.
    const isMine = () => page.locator(game === "uno" ? ".me.is-turn" : "#hand.is-live").isVisible();
    await autopilot([page], { until: async (_, turns) => turns >= 5 && (await isMine()), temper: { bold: 99 }, most: 60_000 });
    await atRest(page);
    const before = await lies(page);
    await page.reload();
    await page.locator("#hand .card").first().waitFor();
    await atRest(page);
    assert.deepEqual(await lies(page), before, "every card is where it was");
    // A restarted game is saved as well.
    await page.go(`/play/${game}?new`);
    await page.locator("#hand .card").first().waitFor();
    assert.equal(new URL(page.url()).search, "", "a reload continues the game");
    await autopilot([page], { until: isMine, temper: { bold: 99 }, most: 60_000 });
    await atRest(page);
    const fresh = await lies(page);
    await page.reload();
    await page.locator("#hand .card").first().waitFor();
    await atRest(page);
    assert.deepEqual(await lies(page), fresh);
  }
  await page.go("/");
  await page.locator("#go-h").waitFor(); // unfinished games are listed
  const said = complaints(page).filter((line) => !/ERR_INTERNET_DISCONNECTED|Failed to load resource/.test(line));
  assert.deepEqual(said, []);
  await page.context().close();
});

test("two taps from the start to the first card", async () => {
  const page = await visitor(house);
  await page.go("/");
  await page.locator('a[href="/play/diciassette"]').first().tap();
  await page.locator("#hand .card").first().waitFor();
  await page.locator("#hand .card").first().tap();
  await page.locator("#hand .is-chosen").waitFor();
  await page.context().close();
});
