// Whole games of Uno in real browsers, four pages at once.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { DESKTOP, House, autopilot, complaints, joinTable, openTable, visitor, watchful } from "../../xtask/browser/kit.mjs";
import { again, allOver, deal, facts, has, speaks, standing } from "../../xtask/browser/play.mjs";

let house;
before(async () => { house = await House.open(); });
after(() => house.close());

test("four people play Uno in four languages: challenge, catch, UNO call", { timeout: 400_000 }, async () => {
  const langs = ["en", "it", "es", "de"];
  const pages = [];
  for (const [at, lang] of langs.entries()) pages.push(await visitor(house, { locale: lang, viewport: at === 1 ? DESKTOP : undefined, reducedMotion: at > 0 ? "reduce" : "no-preference" }));
  const table = await openTable(pages[0], { game: "uno", seats: 4, pace: "instant", rules: { target: 1 } }, "Ada");
  for (const [page, name] of [[pages[1], "Bruno"], [pages[2], "Carla"], [pages[3], "Dino"]]) await joinTable(page, table, name);
  await deal(pages[0]);
  const wanted = ["played", "drew", "said", "caught", "challenged", "shown", "round_won", "scored", "ended"];
  // Every +4 is played and challenged. No player calls UNO until one was caught; then all do.
  const temper = { word: 0, catch: 1, challenge: 1, first: ["W+"], go: 0.4 };
  // Every page shows some of these moments for a while.
  const moments = { turn: "#hand .is-playable", colour: ".colours", window: ".big-box.is-open", challenge: ".words [data-key=c]", shown: "#shown-title", scores: "#scores-title", end: "#end-title" };
  const watching = pages.map((page) => watchful(page, moments));
  const unseen = () => Object.keys(moments).filter((name) => watching.every((one) => one.missing().includes(name)));
  const until = async () => {
    for (const { look } of watching) await look();
    if (has(pages[0], "caught")) temper.word = 1;
    const isEnough = unseen().length === 0 && wanted.every((name) => has(pages[0], name));
    return (await allOver(pages)()) && (isEnough || again(pages));
  };
  await autopilot(pages, { until, temper, most: 380_000 });
  // A hand is shown to the challenger only. Seats are in the order of arrival.
  for (const [seat, page] of pages.entries()) {
    for (const fact of facts(page).filter((fact) => fact.fact === "shown")) {
      assert.equal(Boolean(fact.hand), fact.to === seat, `seat ${seat}: ${JSON.stringify(fact)}`);
    }
  }
  for (const [at, page] of pages.entries()) {
    assert.deepEqual(complaints(page), []);
    await speaks(page, langs[at]);
    assert.equal(await standing(page), await standing(pages[0]), "all players see the same result");
  }
  await Promise.all(pages.map((page) => page.context().close()));
});
