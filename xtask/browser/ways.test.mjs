// Navigation and tools: forms, lists, codes, lessons, settings, rules, premoves.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { DESKTOP, House, LARGE, PHONE, SMALL, atRest, autopilot, complaints, crowded, drawn, flaws, joinTable, misfits, openTable, visitor } from "./kit.mjs";
import { isOver } from "./play.mjs";

let house;
before(async () => { house = await House.open(); });
after(() => house.close());

test("a table is opened with a form, found in the list and by its code, with its house rules", async () => {
  const [host, guest, other] = [await visitor(house), await visitor(house), await visitor(house)];
  await host.go("/");
  await host.locator('a[href="/new?uno"]').first().click();
  await host.locator("form").waitFor();
  await host.locator("label.choice", { hasText: "Everybody" }).click();
  const rule = host.locator("label", { hasText: "Jump in" }).first();
  await host.locator("summary").click();
  await rule.click();
  assert.deepEqual(await flaws(host), []);
  await host.locator("form button[type=submit]").last().click();
  await host.locator("#name").fill("Ada");
  await host.locator("form button[type=submit]").click();
  await host.locator(".seat-list").waitFor();
  const table = new URL(host.url()).pathname.split("/").at(-1);
  // The start page of others lists it.
  await guest.go("/");
  await guest.locator(`a[href="/t/${table}"]`).click();
  await guest.locator("#name").fill("Bruno");
  await guest.locator("form button[type=submit]").click();
  await guest.locator(".seat-list").waitFor();
  // A visitor with the code joins.
  await other.go("/");
  await other.locator("#code").fill("no such thing");
  await other.locator("#code").press("Enter");
  await other.locator("[role=alert]", { hasText: "32 letters" }).waitFor();
  await other.locator("#code").fill(table);
  await other.locator("#code").press("Enter");
  await other.locator("#name").waitFor();
  await host.locator(".foot .main").click();
  for (const page of [host, guest]) await page.locator("#hand .card").nth(6).waitFor();
  // The rule is in force, and listed with the others.
  await host.locator("[aria-label=Rules]").click();
  await host.locator("dialog .rules-in-force", { hasText: "Jump in" }).waitFor();
  await host.locator("dialog .clauses b", { hasText: /^Jump in$/ }).waitFor(); // explained under that name
  assert.deepEqual(await flaws(host), []);
  for (const page of [host, guest, other]) {
    assert.deepEqual(complaints(page), []);
    await page.context().close();
  }
});

test("a premove waits, and is played when no player calls", { timeout: 90_000 }, async () => {
  const [ada, bruno] = [await visitor(house), await visitor(house)];
  const table = await openTable(ada, { game: "diciassette", seats: 2, pace: "normal" }, "Ada");
  await joinTable(bruno, table, "Bruno");
  await ada.locator(".foot .main").click();
  for (const page of [ada, bruno]) await page.locator("#hand .card").nth(2).waitFor();
  await ada.waitForFunction(() => document.querySelector(".is-turn"));
  for (const page of [ada, bruno]) await atRest(page);
  const [first, next] = (await ada.locator("#hand.is-live").count()) ? [ada, bruno] : [bruno, ada];
  await first.locator("#hand .card").first().click();
  await first.locator(".side").nth(1).click(); // face down, without an effect
  await next.locator(".big-box.is-open").waitFor();
  await next.locator("#hand .card").first().click();
  await next.locator(".side").nth(1).click();
  await next.locator("#hand .is-sealed, .words [data-key=b]").first().waitFor();
  const pass = next.locator(".words [data-key=p]");
  if (await pass.count()) await pass.click();
  for (const page of [ada, bruno]) await page.waitForFunction(() => document.querySelectorAll(".played").length === 2, null, { timeout: 20_000 });
  for (const page of [ada, bruno]) {
    assert.deepEqual(complaints(page), []);
    await page.context().close();
  }
});

for (const game of ["diciassette", "uno"]) {
  test(`the lesson of ${game} covers all its topics, and can be left`, { timeout: 240_000 }, async () => {
    const page = await visitor(house, { reducedMotion: "reduce" });
    const topics = new Set();
    const told = [];
    // The deal decides how many topics come up before a player wins: a short game shows few of them.
    for (let lesson = 0; topics.size < 4; lesson += 1) {
      assert.ok(lesson < 8, `${lesson} lessons showed only ${[...topics].join(", ")}`);
      await page.go(`/learn/${game}`);
      await page.locator(".coach").waitFor();
      if (lesson === 0) assert.deepEqual(await flaws(page), []);
      // Records all texts and announcements, also short-lived ones.
      await page.evaluate(() => {
        globalThis.steps = [];
        globalThis.told = [];
        const note = () => {
          const step = document.querySelector(".coach .small")?.textContent;
          if (step && globalThis.steps.at(-1) !== step) globalThis.steps.push(step);
          globalThis.told.push(...[...document.querySelectorAll("[role=log] p")].map((line) => line.textContent));
        };
        note();
        new MutationObserver(note).observe(document.body, { childList: true, subtree: true, characterData: true });
      });
      const isDone = async () => (await isOver(page)) || page.evaluate(() => globalThis.steps.length >= 4);
      await autopilot([page], { until: isDone, temper: { bold: 20 }, most: 60_000 });
      const seen = await page.evaluate(() => ({ steps: globalThis.steps, told: globalThis.told }));
      assert.equal(new Set(seen.steps).size, seen.steps.length, `each step once, but saw ${seen.steps.join(", ")}`);
      seen.steps.forEach((step) => topics.add(step));
      told.push(...seen.told);
    }
    // Lessons are announced as well.
    assert.ok(told.some((line) => /^(The row|The pile)$/.test(line)), told.slice(0, 20).join(" | "));
    // The lesson can be left at once.
    await page.go(`/learn/${game}`);
    await page.locator(".coach .button:not(.main)").click();
    await page.locator(".poster").waitFor();
    assert.deepEqual(complaints(page), []);
    await page.context().close();
  });
}

test("a fact links to its clause in the rules", { timeout: 90_000 }, async () => {
  const page = await visitor(house, { reducedMotion: "reduce" });
  await page.go("/play/diciassette");
  await page.locator("#hand .card").first().waitFor();
  // Until a call.
  await autopilot([page], { until: async (seen) => seen.has("call"), temper: { bold: 6 }, most: 60_000 });
  await page.waitForFunction(() => !document.querySelector(".shout"));
  await page.locator("[aria-label='What happened']").first().click();
  await page.locator("dialog .clause").first().waitFor();
  await page.locator("dialog .clause").last().click();
  await page.locator("dialog", { hasText: "Rules of Diciassette" }).waitFor();
  await page.locator("dialog .clauses .is-now").first().waitFor();
  assert.deepEqual(await flaws(page), []);
  await page.locator("dialog [aria-label=Close]").click();
  await page.locator("dialog").waitFor({ state: "detached" });
  assert.deepEqual(complaints(page), []);
  await page.context().close();
});

test("closing a sheet restores the focus; single-key shortcuts can be turned off", async () => {
  const page = await visitor(house, { viewport: DESKTOP, reducedMotion: "reduce" });
  await page.go("/play/uno");
  await page.locator("#hand .card").nth(6).waitFor();
  const settings = page.locator("[aria-label=Settings]");
  await settings.focus();
  await page.keyboard.press("Enter");
  await page.locator("dialog").waitFor();
  await page.locator("dialog .switch", { hasText: "Single keys" }).click();
  await page.locator("dialog [aria-label=Close]").click();
  await page.locator("dialog").waitFor({ state: "detached" });
  assert.equal(await settings.evaluate((button) => button === document.activeElement), true, "the focus is back");
  await autopilot([page], { until: () => page.locator(".me.is-turn").isVisible(), most: 60_000 });
  await atRest(page);
  const hand = () => page.locator("#hand .card").count();
  const before = await hand();
  for (const key of ["d", "1", "2", "3"]) await page.keyboard.press(key);
  await drawn(page);
  await atRest(page);
  assert.equal(await hand(), before, "keys have no effect");
  await page.context().close();
});

test("a phrase shows at the seat, as a badge, and in the list", async () => {
  const [ada, bruno] = [await visitor(house), await visitor(house, { locale: "de" })];
  const table = await openTable(ada, { game: "uno", seats: 2, pace: "normal", free_chat: true }, "Ada");
  await joinTable(bruno, table, "Bruno");
  await ada.locator(".foot .main").click();
  for (const page of [ada, bruno]) await page.locator("#hand .card").nth(6).waitFor();
  await ada.locator("nav .icon-button").first().click();
  await ada.locator(".phrases .button", { hasText: "Good luck." }).click();
  // Phrases are in the viewer's language, free text is not translated.
  await bruno.locator(".seat .bubble", { hasText: "Viel Glück" }).waitFor();
  await ada.locator("#say").fill("Nicht mit mir");
  await ada.locator("#say").press("Enter");
  await bruno.locator(".seat .bubble", { hasText: "Nicht mit mir" }).waitFor();
  await bruno.locator("nav .dot", { hasText: "2" }).waitFor();
  await bruno.locator("nav .icon-button").first().click();
  await bruno.locator("dialog .told", { hasText: "Nicht mit mir" }).waitFor();
  assert.equal(await bruno.locator("nav .dot").count(), 0, "read messages are not counted");
  for (const page of [ada, bruno]) {
    assert.deepEqual(complaints(page), []);
    await page.context().close();
  }
});

test("few and many seats, small and large screens: no overlapping parts, and all seats are visible", { timeout: 120_000 }, async () => {
  const sizes = [SMALL, PHONE, { width: 844, height: 390 }, DESKTOP, LARGE];
  for (const [game, seats] of [["diciassette", 2], ["diciassette", 6], ["uno", 2], ["uno", 10]]) {
    const page = await visitor(house, { viewport: PHONE, isMobile: false, reducedMotion: "reduce" });
    await page.go("/");
    await page.evaluate((seats) => localStorage.setItem("mazzo.prefs", JSON.stringify({ sound: false, local_seats: seats })), seats);
    await page.go(`/play/${game}?new`);
    await autopilot([page], { until: async (_, turns) => turns > 1, temper: { bold: 99 }, most: 60_000 });
    for (const viewport of sizes) {
      await page.setViewportSize(viewport);
      await drawn(page);
      await atRest(page);
      const where = `${game}, ${seats} seats, ${viewport.width}x${viewport.height}`;
      assert.deepEqual(await crowded(page), [], where);
      const outside = await page.evaluate(() => [...document.querySelectorAll(".seat, .big, .me, .sound, #hand .card")].filter((one) => {
        const { left, right, top, bottom, width } = one.getBoundingClientRect();
        return !width || left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1;
      }).map((one) => one.className));
      assert.deepEqual(outside, [], where);
    }
    assert.equal(await page.locator(".seat").count(), seats - 1);
    await page.context().close();
  }
});

test("one tap turns sound off, the choice persists, and another tap turns it on", async () => {
  const page = await visitor(house, { reducedMotion: "reduce" });
  await page.addInitScript(() => {
    globalThis.heard = 0;
    const start = AudioScheduledSourceNode.prototype.start;
    AudioScheduledSourceNode.prototype.start = function (...when) { globalThis.heard += 1; return start.apply(this, when); };
  });
  const sound = page.locator(".me [aria-label=Sound]");
  const isOn = () => sound.getAttribute("aria-pressed");
  const heard = () => page.evaluate(() => globalThis.heard);
  await page.go("/play/uno");
  await page.locator("#hand .card").nth(6).waitFor();
  assert.equal(await isOn(), "true");
  await page.locator(".middle").click(); // sound needs a user gesture
  await autopilot([page], { until: async () => (await heard()) > 0, most: 60_000 });
  await sound.click();
  assert.equal(await isOn(), "false");
  await page.reload();
  await page.locator("#hand .card").first().waitFor();
  assert.equal(await isOn(), "false", "the choice is stored");
  let turns = 0;
  await autopilot([page], { until: async (_, taps) => { turns = taps; return taps > 2; }, most: 60_000 });
  assert.ok(turns > 2);
  assert.equal(await heard(), 0, "no sound is played");
  await sound.click();
  assert.equal(await isOn(), "true");
  await autopilot([page], { until: async () => (await heard()) > 0, most: 60_000 });
  assert.deepEqual(complaints(page), []);
  await page.context().close();
});

// All visual settings at once, in landscape.
test("large text, left-handed layout and landscape: every word fits, no axe violations", { timeout: 120_000 }, async () => {
  for (const [viewport, prefs] of [[PHONE, { large: true, left_handed: true }], [{ width: 844, height: 390 }, {}], [{ width: 844, height: 390 }, { left_handed: true }]]) {
    for (const game of ["diciassette", "uno"]) {
      const page = await visitor(house, { viewport, reducedMotion: "reduce" });
      await page.go("/");
      await page.evaluate((prefs) => localStorage.setItem("mazzo.prefs", JSON.stringify({ sound: false, ...prefs })), prefs);
      await page.go(`/play/${game}`);
      await page.locator("#hand .card").nth(game === "uno" ? 6 : 2).waitFor();
      await autopilot([page], { until: () => page.locator(game === "uno" ? ".me.is-turn" : "#hand.is-live").isVisible(), temper: { bold: 99 }, most: 60_000 });
      await atRest(page);
      assert.equal(await page.evaluate(() => document.documentElement.dataset.hand ?? ""), prefs.left_handed ? "left" : "");
      assert.equal(await page.evaluate(() => document.documentElement.dataset.text ?? ""), prefs.large ? "large" : "");
      assert.deepEqual(await flaws(page), []);
      assert.deepEqual(await misfits(page), []);
      // All controls are on the screen.
      const outside = await page.evaluate(() => [...document.querySelectorAll(".big, .bar button, .words button")].filter((one) => {
        const { left, right, top, bottom } = one.getBoundingClientRect();
        return left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1;
      }).map((one) => one.ariaLabel ?? one.textContent));
      assert.deepEqual(outside, []);
      await page.context().close();
    }
  }
});
