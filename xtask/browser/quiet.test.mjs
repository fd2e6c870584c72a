// No page receives or stores a card that its player may not know.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { House, autopilot, joinTable, openTable, visitor } from "./kit.mjs";
import { frameIn, plainFact } from "./play.mjs";

let house;
before(async () => { house = await House.open(); });
after(() => house.close());

// Everything that a page stores outside of the DOM.
const kept = (page) => page.evaluate(async () => {
  const texts = [localStorage, sessionStorage].flatMap((storage) => Object.keys(storage).map((key) => `${key}=${storage.getItem(key)}`));
  const databases = (await indexedDB.databases()).map((database) => database.name);
  const cached = [];
  for (const name of await caches.keys()) cached.push(...(await (await caches.open(name)).keys()).map((request) => new URL(request.url).pathname));
  return { texts, databases, cached };
});

// Cards in the DOM, with their owner and whether they show a face.
const onPage = (page) => page.evaluate(() => {
  const name = document.querySelector(".me .name")?.firstChild?.textContent ?? "";
  const uses = [...document.querySelectorAll(".table use, .table [data-face]")];
  const cards = uses.map((use) => {
    const at = use.closest(".fan, .played, .pile, #hand, .action, .bar, .seats, .dir, .result, .me");
    const where = at?.id || at?.classList[0] || "elsewhere";
    const isPeek = Boolean(use.closest(".peek"));
    const isMine = where === "played" && at.querySelector(".by")?.textContent === name;
    return { face: use.getAttribute("href") ?? use.dataset.face, where, isPeek, isMine };
  });
  return cards;
});

// Accessible texts about cards of others: labels of hands and row, and live region announcements.
const toEars = (page) => page.evaluate(() => {
  const name = document.querySelector(".me .name")?.firstChild?.textContent ?? "";
  const of = (selector) => [...document.querySelectorAll(selector)];
  const row = of(".played").filter((played) => played.querySelector(".by")?.textContent !== name).map((played) => played.querySelector(".card").ariaLabel);
  return { fans: of(".fan").map((fan) => fan.ariaLabel ?? ""), row, said: of("[role=log] p").map((line) => line.textContent) };
});

const GAMES = {
  diciassette: {
    temper: { down: 0.8, bold: 19 },
    isBack: (face) => /^#(db|d[1-5]{2}b)$/.test(face),
    // A face-down card is labelled by its back; of others' cards only doubles have a number.
    isTold: ({ fans, row, said }, own) => [
      ...fans.filter((fan) => /Reverse|Trap|Trash|x2/.test(fan)),
      ...row.filter((label) => /^face down/.test(label) && !/^face down, (a plain back|a double [1-5])$/.test(label)),
      ...said.filter((line) => /plays .* face down/.test(line) && !line.startsWith(own) && !/plays (a card|(a )?double [1-5]), face down/.test(line)),
    ],
    // Another player's face is announced only if public: a double shows its number on the back.
    isSecret: (fact, seat) => fact.seat !== seat && (fact.fact === "drew" || (fact.fact === "played" && fact.side === "down")) && fact.face != null && !(fact.back > 0),
    tells: (view, seat) => view.row.some((laid) => laid.seat !== seat && laid.side === "down" && laid.face !== null && !(laid.back > 0)),
  },
  uno: {
    temper: { challenge: 1 },
    isBack: (face) => face === "#ub",
    isTold: ({ fans, said }, own) => [
      ...fans.filter((fan) => /red|green|blue|yellow|Wild/i.test(fan)),
      // Cards drawn for the deal are public.
      ...said.filter((line) => /^(Ada|Bruno) draws /.test(line) && !line.startsWith(own) && !/ for the deal\.$/.test(line) && /red|green|blue|yellow|Wild/i.test(line)),
    ],
    // A challenged hand is shown to the challenger.
    isSecret: (fact, seat) => (fact.fact === "drew" && fact.seat !== seat && fact.face != null) || (fact.fact === "shown" && fact.to !== seat && fact.hand != null),
    tells: (view) => view.known.some((hand) => hand.length > 0),
  },
};

for (const [game, { temper, isBack, isTold, isSecret, tells }] of Object.entries(GAMES)) {
  test(`no hidden card of ${game} is in frames, elements or storage`, { timeout: 120_000 }, async () => {
    const pages = [await visitor(house), await visitor(house)];
    const table = await openTable(pages[0], { game, seats: 2, pace: "instant" }, "Ada");
    await joinTable(pages[1], table, "Bruno");
    await pages[0].locator(".foot .main").click();
    let [looked, heard] = [0, 0];
    await autopilot(pages, {
      temper,
      most: 100_000,
      until: async (_, turns) => {
        for (const page of pages) {
          const cards = await onPage(page);
          looked += cards.filter(({ where }) => where === "fan").length;
          assert.deepEqual(cards.filter(({ where, face }) => where === "fan" && !isBack(face)), [], "other hands are backs");
          assert.deepEqual(cards.filter(({ isPeek, isMine }) => isPeek && !isMine), [], "only own face-down cards can be peeked at");
          const words = await toEars(page);
          heard += words.said.length;
          assert.deepEqual(isTold(words, page === pages[0] ? "Ada" : "Bruno"), [], "announcements reveal no hidden card");
        }
        // Some taps only skip an animation.
        return turns > 60 && pages.every((page) => page.frames_heard.length > 30);
      },
    });
    assert.ok(looked > 100 && heard > 100, `${looked} backs, ${heard} sentences`);
    for (const [seat, page] of pages.entries()) {
      const { texts, databases, cached } = await kept(page);
      assert.deepEqual(databases, [], "an online game stores nothing in IndexedDB");
      assert.deepEqual(texts.filter((text) => !/^mazzo\.(prefs|games|deals)=/.test(text)), [], "storage has only preferences, links, and the own words for the deal");
      const deals = texts.filter((text) => text.startsWith("mazzo.deals=")).join("");
      assert.ok(!/"(face|hand|secret)"/.test(deals.replaceAll("\\", "")), "stored deals contain no card");
      assert.deepEqual(cached.filter((path) => path.startsWith("/api/")), [], "no API response is cached");
      for (const text of page.frames_heard) {
        const message = JSON.parse(text);
        for (const fact of frameIn(message)?.seen ?? []) assert.ok(!isSecret(plainFact(fact), seat), text);
        const view = message.snapshot?.snapshot?.view ?? frameIn(message)?.begin;
        if (view) assert.ok(view.viewer === seat && !tells(view, seat), text);
        assert.ok(!/"secret":"[0-9a-f]/.test(text) || /"phase":"over"/.test(page.frames_heard.join()), "the secret comes after the game");
      }
    }
    await Promise.all(pages.map((page) => page.context().close()));
  });
}
