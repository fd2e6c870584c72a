// Games with the keyboard alone, and dragging cards with a pointer.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { DESKTOP, House, atRest, autopilot, complaints, drawn, joinTable, openTable, ownTurn, reallyThere, visitor } from "./kit.mjs";
import { isOver } from "./play.mjs";

let house;
before(async () => { house = await House.open(); });
after(() => house.close());

// Records all live region announcements from now on.
const listen = (page) => page.evaluate(() => {
  globalThis.told = [];
  const hear = (changes) => {
    for (const { target, addedNodes, type } of changes) {
      const region = (target.closest ? target : target.parentElement)?.closest("[role=log]");
      if (region) for (const node of type === "characterData" ? [target] : addedNodes) globalThis.told.push(node.textContent);
    }
  };
  new MutationObserver(hear).observe(document.body, { childList: true, characterData: true, subtree: true });
});
const told = (page) => page.evaluate(() => globalThis.told);

test("a game of Diciassette with the keyboard alone, with announcements", { timeout: 240_000 }, async () => {
  const page = await visitor(house, { viewport: DESKTOP, reducedMotion: "reduce" });
  const other = await visitor(house, { reducedMotion: "reduce" });
  const table = await openTable(page, { game: "diciassette", seats: 2, pace: "instant" }, "Ada");
  await joinTable(other, table, "Bruno");
  await page.locator(".foot .main").focus();
  await page.keyboard.press("Enter");
  await page.locator("#hand .card").first().waitFor();
  await listen(page);
  let acted = 0;
  // The opponent never calls, and plays with taps.
  const until = async () => {
    const state = await page.evaluate(() => {
      const is = (selector) => Boolean(document.querySelector(selector));
      return {
        sides: is(".side"), go: is(".result [data-key=g]") && !is("#end-title"), mine: is("#hand.is-live") && !is(".is-pending"),
        open: is(".big-box.is-open") && !is(".big.is-said") && is(".words [data-key=p]"),
      };
    });
    const row = await reallyThere([page, other]);
    const answer = row && (row.sum >= 17 ? "c" : "p");
    const key = state.go ? "g" : state.sides ? (acted % 3 ? "u" : "d") : state.open ? answer : state.mine ? "1" : null;
    if (key) { await page.keyboard.press(key); acted += 1; }
    return isOver(page);
  };
  await autopilot([other], { until, temper: { bold: Infinity, sides: { "!": 0 } }, most: 200_000 });
  assert.ok(acted > 10, `${acted} keys`);
  const sentences = await told(page);
  // Facts, turns, windows, and the row are announced.
  for (const words of [/^Bruno plays .*, face (up|down)\.$/, /^Ada plays .*, face (up|down)\.$/, /^Your turn$/, /^17 or more\?$/, /^\d+ open( \d+ face down)?$/, /calls/]) {
    assert.ok(sentences.some((sentence) => words.test(sentence)), `${words} in ${JSON.stringify(sentences.slice(0, 40))}`);
  }
  // Every card and every control has an accessible name.
  const nameless = await page.evaluate(() => [...document.querySelectorAll("button, a, [role=img]")].filter((one) => !one.ariaLabel && !one.textContent.trim()).map((one) => one.outerHTML.slice(0, 80)));
  assert.deepEqual(nameless, []);
  for (const one of [page, other]) {
    assert.deepEqual(complaints(one), []);
    await one.context().close();
  }
});

test("a game of Uno with the keyboard alone, announced in words", { timeout: 240_000 }, async () => {
  const page = await visitor(house, { viewport: DESKTOP, reducedMotion: "reduce" });
  const other = await visitor(house, { reducedMotion: "reduce" });
  const table = await openTable(page, { game: "uno", seats: 2, pace: "instant", rules: { target: 50 } }, "Ada");
  await joinTable(other, table, "Bruno");
  await page.locator(".foot .main").focus();
  await page.keyboard.press("Enter");
  await page.locator("#hand .card").nth(6).waitFor();
  await listen(page);
  const used = new Set();
  const until = async () => {
    const key = await page.evaluate(() => {
      const is = (selector) => Boolean(document.querySelector(selector));
      const can = (key) => is(`.action [data-key=${key}]:not([aria-disabled=true])`);
      if (is(".result [data-key=g]") && !is("#end-title")) return "g";
      if (is(".colours")) return "r";
      if (is(".is-pending, .pending, .action [data-key=b]")) return null;
      if (is(".words [data-key=c]")) return "c";
      if (is(".big-box.is-open")) return can("u") && !is(".big.is-said") ? "u" : ["c", "p"].find(can);
      if (!is(".me.is-turn")) return null;
      return ["y", "k"].find(can) ?? document.querySelector("#hand .is-playable[data-key]")?.dataset.key ?? ["d", "p"].find(can);
    });
    if (key) { await page.keyboard.press(key); used.add(key); }
    return isOver(page);
  };
  await autopilot([other], { until, temper: { word: 0.5 }, most: 220_000 });
  assert.ok(used.size > 3, [...used].join());
  const sentences = await told(page);
  for (const words of [/^Bruno plays (red|green|blue|yellow) \w+/, /^Ada plays (red|green|blue|yellow) \w+/, /^Your turn$/, /^\d+ cards? fit/, /wins\.$|^Ada wins/]) {
    assert.ok(sentences.some((sentence) => words.test(sentence)), `${words} in ${JSON.stringify(sentences.slice(0, 60))}`);
  }
  assert.deepEqual(sentences.filter((sentence) => /[●▲■◆⇄⊘✱]/.test(sentence)), [], "symbols are not announced");
  for (const one of [page, other]) {
    assert.deepEqual(complaints(one), []);
    await one.context().close();
  }
});

test("the skip link focuses the hand, and focus survives an action", async () => {
  const page = await visitor(house, { viewport: DESKTOP, reducedMotion: "reduce" });
  await page.go("/play/diciassette");
  await ownTurn(page);
  const hand = () => page.evaluate(() => [...document.querySelectorAll("#hand .card")].map((card) => card.dataset.face).join());
  const before = await hand();
  await page.evaluate(() => { document.querySelector("#hand").isTheSame = true; });
  await page.locator(".skip").focus();
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.activeElement?.id === "hand");
  await drawn(page);
  assert.equal(await page.evaluate(() => document.querySelector("#hand").isTheSame), true, "the hand element is the same");
  assert.equal(await hand(), before);
  // Choose a card and its side: when the focused element is removed, the hand gets the focus.
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.locator(".side").first().focus();
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.activeElement?.closest("#hand, .result"));
  assert.deepEqual(complaints(page), []);
  await page.context().close();
});

test("a card dragged onto the table is chosen, one dropped in the hand is not", async () => {
  const page = await visitor(house, { viewport: DESKTOP });
  await page.go("/play/diciassette");
  await ownTurn(page);
  const card = page.locator("#hand .card").first();
  await atRest(page); // until the hand is dealt
  const { x, y, width, height } = await card.boundingBox();
  const draw = async (dx, dy, meanwhile = () => {}) => {
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + width / 2 + dx, y + height / 2 + dy, { steps: 6 });
    await meanwhile();
    await page.mouse.up();
  };
  await draw(60, 12, async () => assert.equal(await page.locator(".is-dragged").count(), 1));
  await atRest(page);
  assert.equal(await page.locator(".side").count(), 0, "the card is not chosen");
  // A second pointer is ignored.
  const other = () => dispatchEvent(new PointerEvent("pointerdown", { pointerId: 77, isPrimary: false, bubbles: true }));
  await draw(40, -300, () => page.evaluate(`(${other})()`));
  await page.locator(".side").first().waitFor();
  assert.equal(await card.evaluate((card) => card.style.transform + card.className.includes("is-dragged")), "false", "the card is back in its place");
  assert.equal(await card.getAttribute("aria-pressed"), "true");
  assert.deepEqual(complaints(page), []);
  await page.context().close();
});

test("a pressed element shows its state until release", async () => {
  const page = await visitor(house, { viewport: DESKTOP });
  await page.go("/play/diciassette");
  await ownTurn(page);
  await atRest(page); // until the hand is dealt
  const held = () => page.locator(".is-held").count();
  await page.locator("#hand .card").first().hover();
  assert.equal(await held(), 0);
  await page.mouse.down();
  assert.equal(await page.locator("#hand .card").first().evaluate((card) => card.matches(".is-held") && getComputedStyle(card).scale), "0.97");
  assert.equal(await held(), 1);
  await page.mouse.up();
  assert.equal(await held(), 0);
  await page.context().close();
});
