// Fair dealing: every deal is verified automatically, and a cheating server is detected. The cheating server is a proxy in the
// browser's network that changes messages of an honest server.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { execFileSync } from "node:child_process";
import { after, before, test } from "node:test";
import { House, autopilot, complaints, flaws, joinTable, openTable, visitor } from "./kit.mjs";
import { allOver, deal, frameIn } from "./play.mjs";

const WORDS = "0123456789abcdef0123456789abcdef";
const OTHER_SECRET = "17".repeat(32);
const sized = (text) => Buffer.concat([Buffer.from([text.length]), Buffer.from(text)]);
const sealOf = (commitment, attempt, words) =>
  createHash("sha256").update(Buffer.concat([sized("mazzo-fair/2 seal"), Buffer.from(commitment, "hex"), Buffer.from([attempt]), sized(words)])).digest("hex");
const other = (commitment) => [...commitment].reverse().join("");

let house;
before(async () => { house = await House.open(); });
after(() => house.close());

// Installs the cheating proxy.
async function cheatOn(page, cheat) {
  const mark = {};
  const swaps = ["swap the secret", "alter the words"].includes(cheat);
  const hears = (said, answer) => {
    const command = said.ask?.command;
    if (command?.do === "seal") {
      mark.seal = command.seal;
      if (swaps) [command.commitment, command.seal] = [mark.commitment, sealOf(mark.commitment, command.attempt, WORDS)];
      if (cheat === "drop the words") return answer({ done: { id: said.ask.id } });
    }
    if (command?.do === "open") {
      if (swaps) [command.commitment, command.words] = [mark.commitment, WORDS];
      if (cheat === "drop the words") return answer({ done: { id: said.ask.id } });
    }
    return said;
  };
  const tells = (told) => {
    mark.seat = [told.snapshot?.snapshot.mine, told.mine?.mine, told.done?.mine].find((mine) => mine?.seat !== undefined)?.seat ?? mark.seat;
    for (const room of [told.snapshot?.snapshot.room, frameIn(told)?.room]) {
      if (!room) continue;
      mark.commitment = room.commitment;
      if (cheat === "swap the secret" || (cheat === "change the commitment" && mark.seal)) room.commitment = other(room.commitment);
      if ((swaps || cheat === "drop the words") && room.exchange?.opening && mark.seal) room.exchange.seals[mark.seat] = mark.seal;
    }
    if (frameIn(told)?.reveal) {
      const shown = told.seen.map((fact) => Object.values(fact)[0]).findLast((parts) => typeof parts?.face === "string");
      if (cheat === "show other cards") shown.face = shown.face === "1" ? "2" : "1";
      if (cheat === "show another secret") told.reveal.secret = OTHER_SECRET;
    }
    return told;
  };
  await page.routeWebSocket(/\/socket\?/, (client) => {
    const server = client.connectToServer();
    const answer = (told) => { client.send(JSON.stringify(told)); return null; };
    client.onMessage((text) => { const said = hears(JSON.parse(text), answer); if (said) server.send(JSON.stringify(said)); });
    server.onMessage((text) => client.send(JSON.stringify(tells(JSON.parse(text)))));
  });
  await page.route("**/api/records/*", async (route) => {
    const answer = await route.fetch();
    if (!answer.ok() || cheat !== "show another secret") return route.fulfill({ response: answer });
    const record = await answer.json();
    record.fair.secret = OTHER_SECRET;
    return route.fulfill({ response: answer, json: record });
  });
}

// Two people play a game to its end; the second one plays at the cheating server.
async function play(cheat, { until } = {}) {
  const pages = [await visitor(house, { reducedMotion: "reduce" }), await visitor(house, { reducedMotion: "reduce" })];
  if (cheat) await cheatOn(pages[1], cheat);
  const table = await openTable(pages[0], { game: "diciassette", seats: 2, pace: "instant" }, "Ada");
  await joinTable(pages[1], table, "Bruno");
  if (until) return { pages, table };
  await deal(pages[0]);
  pages[0].temper = { calls: "rightly" };
  await autopilot(pages, { temper: { down: 0.5, bold: Infinity, sides: { "!": 0 } }, until: allOver(pages) });
  return { pages, table };
}

// The alarm gives the reason, and its evidence proves it without the server.
async function isCaught(page, why) {
  const alarm = page.locator(".is-alarm");
  await alarm.waitFor({ timeout: 30_000 });
  assert.match(await alarm.innerText(), why);
  const [file] = await Promise.all([page.waitForEvent("download"), alarm.locator("button").click()]);
  const failed = await new Promise((done) => {
    file.path().then((path) => {
      try { execFileSync(process.env.MAZZO_BIN, ["--lang", "en", "verify", path], { encoding: "utf8" }); done(null); } catch (error) { done(error); }
    });
  });
  assert.equal(failed?.status, 1, "the evidence is judged without the server");
  assert.match(failed.stdout, why);
  assert.match(failed.stdout, /1 failed/);
}

test("a game of two browsers ends with a verified deal, also after a reload", { timeout: 180_000 }, async () => {
  const pages = [await visitor(house, { reducedMotion: "reduce" }), await visitor(house, { reducedMotion: "reduce" })];
  const table = await openTable(pages[0], { game: "diciassette", seats: 2, pace: "instant" }, "Ada");
  await joinTable(pages[1], table, "Bruno");
  await deal(pages[0]);
  await pages[1].locator("#hand .card").first().waitFor();
  await pages[1].reload();
  pages[0].temper = { calls: "rightly" };
  await autopilot(pages, { temper: { down: 0.5, bold: Infinity, sides: { "!": 0 } }, until: allOver(pages) });
  for (const page of pages) {
    await page.locator(".dealt").waitFor();
    assert.equal(await page.locator(".dealt").innerText(), "Deal verified");
    assert.equal(await page.locator(".is-alarm").count(), 0);
    assert.deepEqual(await flaws(page), []);
    assert.deepEqual(complaints(page), []);
    assert.ok(page.frames_heard.some((text) => text.includes('"exchange"')), "words were exchanged");
  }
  // A watcher cannot verify, and the page says so.
  const watcher = await visitor(house, { reducedMotion: "reduce" });
  await watcher.go(`/t/${table}`);
  await watcher.locator(".dealt").waitFor();
  assert.match(await watcher.locator(".dealt").innerText(), /not proven/);
});

test("a local game claims no proof, also when it is over", { timeout: 600_000 }, async () => {
  const page = await visitor(house, { reducedMotion: "reduce" });
  await page.go("/play/diciassette?new");
  await page.locator("#hand .card").first().waitFor();
  assert.equal(await page.evaluate(() => localStorage.getItem("mazzo.deals")), null);
  await autopilot([page], { temper: { down: 0.5, bold: Infinity, sides: { "!": 0 } }, until: allOver([page]) });
  await page.locator(".standing").waitFor();
  assert.equal(await page.locator(".dealt").count(), 0, "there is no verdict");
  assert.equal(await page.locator(".is-alarm").count(), 0);
  assert.equal(await page.evaluate(() => localStorage.getItem("mazzo.deals")), null);
  assert.deepEqual(complaints(page), []);
});

for (const [cheat, why] of [
  ["swap the secret", /changed its promise/],
  ["alter the words", /dropped or changed your words/],
  ["drop the words", /dropped or changed your words/],
  ["show other cards", /not the ones in the record/],
  ["show another secret", /does not fit the promise/],
]) {
  test(`detected: a server that would ${cheat}`, { timeout: 180_000 }, async () => {
    const { pages } = await play(cheat);
    await isCaught(pages[1], why);
    await pages[0].locator(".dealt").waitFor();
    assert.equal(await pages[0].locator(".is-alarm").count(), 0, "the other player sees no alarm");
    for (const page of pages) await page.context().close();
  });
}

test("detected at once: a server that would change the commitment", { timeout: 60_000 }, async () => {
  const { pages } = await play("change the commitment", { until: "gathering" });
  // A change of the room makes the server send it again.
  await pages[0].reload();
  await isCaught(pages[1], /changed its promise/);
  assert.deepEqual(await flaws(pages[1]), []);
});
