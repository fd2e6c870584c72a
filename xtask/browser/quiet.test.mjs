// What one page receives and holds during a game: no card that its player may not know.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { House, autopilot, joinTable, openTable, visitor } from "./kit.mjs";

let house;
before(async () => { house = await House.open(); });
after(() => house.close());

// Everything that a page holds: its elements and what it keeps.
const held = (page) => page.evaluate(async () => {
  const kept = [];
  for (let at = 0; at < localStorage.length; at += 1) kept.push(localStorage.getItem(localStorage.key(at)));
  for (let at = 0; at < sessionStorage.length; at += 1) kept.push(sessionStorage.getItem(sessionStorage.key(at)));
  const databases = (await indexedDB.databases()).map((database) => database.name);
  return { html: document.documentElement.outerHTML, kept: kept.join("\n"), databases };
});

test("no hidden card of Diciassette is in frames, elements or storage", { timeout: 120_000 }, async () => {
  const pages = [await visitor(house), await visitor(house)];
  const table = await openTable(pages[0], { game: "diciassette", seats: 2, pace: "instant" }, "Ada");
  await joinTable(pages[1], table, "Bruno");
  await pages[0].locator(".foot .main").click();
  let looked = 0;
  await autopilot(pages, {
    temper: { down: 0.8, bold: 19 },
    most: 100_000,
    until: async (_, turns) => {
      for (const page of pages) {
        const { html, databases } = await held(page);
        assert.deepEqual(databases, [], "an online game keeps nothing in this browser");
        // Faces in the page: in the own hand, open in the row, on the piles, or peeked at by who hid them.
        const wrong = await page.evaluate(() => {
          const name = document.querySelector(".me .name")?.firstChild?.textContent ?? "";
          const others = [...document.querySelectorAll(".played")].filter((card) => card.querySelector(".by")?.textContent !== name);
          return others.filter((card) => card.querySelector(".peek")).length + [...document.querySelectorAll(".seat .fan use")]
            .filter((use) => !/^#(db|d[1-5]{2}b)$/.test(use.getAttribute("href"))).length;
        });
        assert.equal(wrong, 0, html.slice(0, 200));
        looked += 1;
      }
      return turns > 60;
    },
  });
  assert.ok(looked > 20);
  // In the frames: a face of somebody else only where everybody sees it.
  for (const [seat, page] of pages.entries()) {
    for (const text of page.frames_heard) {
      for (const fact of JSON.parse(text).frame?.seen ?? []) {
        if (fact.fact === "drew" && fact.seat !== seat) assert.ok(fact.face === null || fact.back > 0, text);
        if (fact.fact === "played" && fact.seat !== seat && fact.side === "down") assert.ok(fact.face === null || fact.back > 0, text);
      }
      assert.ok(!/"secret":"[0-9a-f]/.test(text) || /"phase":"over"/.test(page.frames_heard.join()), "the secret comes after the game");
    }
  }
});

test("no hidden card of Uno is in frames or elements", { timeout: 120_000 }, async () => {
  const pages = [await visitor(house), await visitor(house)];
  const table = await openTable(pages[0], { game: "uno", seats: 2, pace: "instant" }, "Ada");
  await joinTable(pages[1], table, "Bruno");
  await pages[0].locator(".foot .main").click();
  await autopilot(pages, {
    temper: { challenge: 0 },
    most: 100_000,
    until: async (_, turns) => {
      for (const page of pages) {
        const fans = await page.evaluate(() => [...document.querySelectorAll(".seat .fan use")].map((use) => use.getAttribute("href")));
        assert.ok(fans.every((href) => href === "#ub"), fans.join());
      }
      return turns > 60;
    },
  });
  for (const [seat, page] of pages.entries()) {
    for (const text of page.frames_heard) {
      for (const fact of JSON.parse(text).frame?.seen ?? []) {
        if (fact.fact === "drew" && fact.seat !== seat) assert.ok(fact.face == null, text);
      }
    }
  }
});
