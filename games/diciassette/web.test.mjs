// Whole games of Diciassette in real browsers, several pages at once.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { DESKTOP, House, autopilot, complaints, crowded, joinTable, openTable, visitor, watchful } from "../../xtask/browser/kit.mjs";
import { again, allOver, deal, facts, frameIn, has, plainFact, speaks, standing } from "../../xtask/browser/play.mjs";

let house;
before(async () => { house = await House.open(); });
after(() => house.close());

test("three people play Diciassette to its end in three languages, on phones and a desktop", { timeout: 240_000 }, async () => {
  const langs = ["it", "es", "de"];
  const pages = [];
  for (const [at, locale] of langs.entries()) pages.push(await visitor(house, at === 1 ? { locale, viewport: DESKTOP } : { locale, reducedMotion: at === 2 ? "reduce" : "no-preference" }));
  const table = await openTable(pages[0], { game: "diciassette", seats: 3, pace: "instant" }, "Ada");
  await joinTable(pages[1], table, "Bruno");
  await joinTable(pages[2], table, "Carla");
  await deal(pages[0]);
  // One player always calls correctly, which gives a token a round and keeps the game short.
  pages[0].temper = { calls: "rightly" };
  pages[2].temper = { go: 0.3 }; // does not skip results
  const watching = watchful(pages[2], {
    turn: "#hand.is-live", sides: ".sides", window: ".big-box.is-open", result: "#result-title", end: "#end-title",
  });
  const until = async () => {
    await watching.look();
    for (const page of pages) assert.deepEqual(await crowded(page), []);
    return allOver(pages)();
  };
  await autopilot(pages, { until, temper: { down: 0.6, bold: Infinity, sides: { "!": 0 } }, most: 220_000 });
  for (const name of ["called", "turned", "won", "penalised", "discarded", "ended"]) assert.ok(has(pages[0], name), name);
  assert.deepEqual(watching.missing(), [], "every moment was checked with axe");
  for (const [at, page] of pages.entries()) {
    assert.deepEqual(complaints(page), []);
    await speaks(page, langs[at]);
    assert.equal(await standing(page), await standing(pages[0]), "all players see the same result");
  }
  await Promise.all(pages.map((page) => page.context().close()));
});

// Every decisive call: the callers of its window, the last player, and the direction of play.
function calls(pages) {
  const frames = pages.map((page) => page.frames_heard.flatMap((text) => frameIn(JSON.parse(text)) ?? []));
  const found = [];
  let [clockwise, last] = [true, null];
  for (const frame of frames[0]) {
    if (frame.begin) [clockwise, last] = [true, null]; // another game
    for (const fact of (frame.seen ?? []).map(plainFact)) {
      if (fact.fact === "played") last = fact.seat;
      if (fact.fact === "reversed") clockwise = !clockwise;
      if (fact.fact === "round_began") clockwise = fact.clockwise;
      if (fact.fact !== "called") continue;
      const answered = (list) => list.find((other) => other.n === frame.n)?.seen?.map(plainFact).some((other) => other.fact === "answered" && other.call);
      const callers = frames.map((list, seat) => (answered(list) ? seat : null)).filter((seat) => seat !== null);
      found.push({ caller: fact.seat, callers, last, clockwise });
    }
  }
  return found;
}

test("of two simultaneous calls the nearer one counts; an x2 asks for two cards; a Trap triggers", { timeout: 400_000 }, async () => {
  // Players with an x2 or a Trap play it, and after a Trap all call. Reduced motion makes the games faster.
  const pages = [];
  for (let at = 0; at < 3; at += 1) pages.push(await visitor(house, { reducedMotion: "reduce" }));
  const table = await openTable(pages[0], { game: "diciassette", seats: 3, pace: "instant" }, "Ada");
  await joinTable(pages[1], table, "Bruno");
  await joinTable(pages[2], table, "Carla");
  await deal(pages[0]);
  const twice = () => calls(pages).filter((call) => call.callers.length > 1);
  const two = () => facts(pages[0]).some((fact) => fact.fact === "turn_began" && fact.cards === 2);
  const trapped = () => facts(pages[0]).filter((fact) => fact.fact === "penalised" && fact.why === "trap");
  let snapped = false;
  const missing = () => Object.entries({ twice: twice().length, two: two(), trapped: trapped().length, snapped })
    .filter(([, met]) => !met).map(([name]) => name);
  const until = async () => {
    // The screen shows it, not only the frames.
    snapped ||= await pages[0].evaluate(() => Boolean(document.querySelector(".played.is-trapped")));
    return missing().length === 0 || again(pages);
  };
  const temper = { down: 0.4, calls: "trapped", first: ["X", "!"], sides: { "X": 0, "!": 1 } };
  const playing = autopilot(pages, { temper, until, most: 380_000 });
  await playing.catch((error) => { throw new Error(`never met: ${missing()}; ${error.message}`); });
  for (const { caller, callers, last, clockwise } of twice()) {
    const distance = (seat) => (clockwise ? seat - last + 3 : last - seat + 3) % 3;
    const nearest = callers.reduce((best, seat) => (distance(seat) < distance(best) ? seat : best));
    assert.equal(caller, nearest, `${callers} called after ${last}, ${clockwise ? "" : "counter-"}clockwise`);
  }
  await Promise.all(pages.map((page) => page.context().close()));
});
