// A hand of Kuhn poker in two real browsers, over a server.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { House, complaints, eventually, joinTable, openTable, visitor } from "../../xtask/browser/kit.mjs";
import { allOver, deal, facts, speaks, standing } from "../../xtask/browser/play.mjs";

let house;
before(async () => { house = await House.open(); });
after(() => house.close());

test("two people play a hand in two languages, and see their own card only", { timeout: 120_000 }, async () => {
  const pages = [await visitor(house), await visitor(house, { locale: "it" })];
  const table = await openTable(pages[0], { game: "kuhn", seats: 2, pace: "instant" }, "Ada");
  await joinTable(pages[1], table, "Bruno");
  await deal(pages[0]);
  await eventually("the hand ends", async () => {
    for (const page of pages) await page.locator(".action .buttons button").first().click({ timeout: 500 }).catch(() => {});
    return allOver(pages)();
  }, 60_000);
  for (const [seat, page] of pages.entries()) {
    const dealt = facts(page).filter((fact) => fact.fact === "dealt");
    assert.deepEqual(dealt.map((fact) => Boolean(fact.face)), dealt.map((fact) => fact.seat === seat));
    assert.equal(await page.locator("#hand .card").count(), 1);
    assert.deepEqual(complaints(page), []);
  }
  await speaks(pages[1], "it");
  assert.equal(await standing(pages[1]), await standing(pages[0]));
});
