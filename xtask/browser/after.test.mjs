// After a game: the record by its link, from anybody's eyes or with all cards open, and the check of its deal.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { House, autopilot, complaints, flaws, openTable, visitor, wait } from "./kit.mjs";

let house;
before(async () => { house = await House.open(); });
after(() => house.close());

const isOver = (page) => page.evaluate(() => Boolean(document.querySelector("#end-title")));

test("a finished game is replayed, looked at from a seat, and proved", { timeout: 150_000 }, async () => {
  const page = await visitor(house, { reducedMotion: "reduce" });
  await openTable(page, { game: "diciassette", seats: 2, pace: "instant" }, "Ada");
  await page.locator(".foot .main").click();
  await autopilot([page], { temper: { bold: 14, down: 0.5 }, until: () => isOver(page), most: 120_000 });
  const link = page.locator('.result a[href^="/r/"]').first();
  const path = await link.getAttribute("href");
  await link.click();
  await page.locator(".replay-bar").waitFor();
  const slider = page.locator("#at");
  const last = Number(await slider.getAttribute("max"));
  assert.ok(last > 4, "a game has moves");
  // Somewhere in the game a card lies face down. Open, everybody's can be looked at; from a seat, only the own ones.
  let [open, seat] = [0, 0];
  for (let at = 0; at <= last && !(open > seat); at += 1) {
    await slider.fill(String(at));
    await page.locator(".eyes select").selectOption("");
    open = await page.locator(".played .peek").count();
    await page.locator(".eyes select").selectOption("0");
    seat = await page.locator(".played .peek").count();
  }
  assert.ok(open > seat, "with all cards open more can be seen");
  assert.deepEqual(await flaws(page), []);

  // Somebody else, who has nothing but the link.
  const other = await visitor(house, { locale: "it" });
  await other.go(`${path}#fair`);
  await other.locator(".verdict").waitFor();
  assert.match(await other.locator(".verdict").innerText(), /Verificato/);
  assert.equal(await other.locator(".proof li").count(), 5);
  assert.deepEqual(await flaws(other), []);
  for (const one of [page, other]) assert.deepEqual(complaints(one), []);
});

test("a rematch with the same people", { timeout: 150_000 }, async () => {
  const page = await visitor(house, { reducedMotion: "reduce" });
  await openTable(page, { game: "diciassette", seats: 2, pace: "instant" }, "Ada");
  await page.locator(".foot .main").click();
  await autopilot([page], { temper: { bold: 13 }, until: () => isOver(page), most: 120_000 });
  await page.locator(".result .main").click();
  await page.locator(".foot .main").click();
  await page.locator("#hand .card").first().waitFor();
  await wait(300);
  assert.match(await page.locator(".bar .title p").innerText(), /1/);
});
