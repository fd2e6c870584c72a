// After a game: the record by its link, from any seat or with all cards open, and the verification of its deal.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { House, autopilot, complaints, flaws, joinTable, openTable, visitor } from "./kit.mjs";
import { allOver, deal } from "./play.mjs";

let [house, page, other, table] = [];
before(async () => {
  house = await House.open();
  [page, other] = [await visitor(house, { reducedMotion: "reduce" }), await visitor(house, { reducedMotion: "reduce" })];
  table = await openTable(page, { game: "diciassette", seats: 2, pace: "instant" }, "Ada");
  await joinTable(other, table, "Bruno");
  await deal(page);
  page.temper = { calls: "rightly" };
  await autopilot([page, other], { temper: { down: 0.5, bold: Infinity, sides: { "!": 0 } }, until: allOver([page, other]) });
});
after(() => house.close());

test("a finished game is replayed, viewed from a seat, and verified", { timeout: 150_000 }, async () => {
  const link = other.locator('.result a[href^="/r/"]').first();
  const path = await link.getAttribute("href");
  await link.click();
  await other.locator(".replay-bar").waitFor();
  const slider = other.locator("#at");
  const last = Number(await slider.getAttribute("max"));
  assert.ok(last > 4, "a game has moves");
  // A card lies face down somewhere. The open view shows all of them; a seat sees only its own.
  let [open, seat] = [0, 0];
  for (let at = 0; at <= last && !(open > seat); at += 1) {
    await slider.fill(String(at));
    await other.locator(".eyes select").selectOption("");
    open = await other.locator(".played .peek").count();
    await other.locator(".eyes select").selectOption("0");
    seat = await other.locator(".played .peek").count();
  }
  assert.ok(open > seat, "the open view shows more cards");
  assert.deepEqual(await flaws(other), []);
  // Keys work without focus.
  await slider.fill("2");
  await other.locator("h1").click();
  for (const [key, place] of [["ArrowRight", "3"], ["ArrowLeft", "2"]]) {
    await other.keyboard.press(key);
    assert.equal(await slider.inputValue(), place, key);
  }

  // Another visitor, who has only the link.
  const third = await visitor(house, { locale: "it" });
  await third.go(`${path}#fair`);
  await third.locator(".verdict").waitFor();
  assert.match(await third.locator(".verdict").innerText(), /Verificato/);
  assert.equal(await third.locator(".proof li").count(), 5);
  assert.deepEqual(await flaws(third), []);
  for (const one of [other, third]) assert.deepEqual(complaints(one), []);
});

test("the start page lists a finished game for every player, host or not", async () => {
  for (const one of [page, other]) {
    const start = await one.context().newPage();
    await start.goto(`${house.url}/`);
    await start.locator("#last-h").waitFor();
    assert.equal(await start.locator('a[href^="/r/"]').count(), 1);
    await start.close();
  }
});

test("a player downloads their own games as a file of records", async () => {
  const settings = await page.context().newPage();
  await settings.goto(`${house.url}/`);
  await settings.getByRole("button", { name: "Settings and language" }).click();
  const link = settings.locator(".identity").getByRole("link", { name: "Download my games" });
  const [file] = await Promise.all([settings.waitForEvent("download"), link.click()]);
  const games = (await readFile(await file.path(), "utf8")).trim().split("\n").map((line) => JSON.parse(line));
  assert.deepEqual(games.map(({ format, game }) => [format, game]), [["mazzo/1", "diciassette"]]);
  await settings.close();
});

test("a rematch with the same people", { timeout: 150_000 }, async () => {
  await page.locator(".result .main").click();
  await deal(page);
  await other.go(`/t/${table}`);
  for (const one of [page, other]) {
    await one.locator("#hand .card").first().waitFor();
    assert.match(await one.locator(".bar .title p").innerText(), /1/, "the first round of the next game");
    assert.match(await one.locator(".seat").first().innerText(), one === page ? /Bruno/ : /Ada/);
    assert.deepEqual(complaints(one), []);
  }
});
