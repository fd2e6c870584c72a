// A game with the keyboard alone, and cards that are drawn with a pointer.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { DESKTOP, House, complaints, openTable, visitor, wait } from "./kit.mjs";
import { isOver } from "./play.mjs";

let house;
before(async () => { house = await House.open(); });
after(() => house.close());

test("a game of Diciassette with the keyboard alone", { timeout: 240_000 }, async () => {
  const page = await visitor(house, { viewport: DESKTOP, reducedMotion: "reduce" });
  await openTable(page, { game: "diciassette", seats: 2, pace: "instant" }, "Ada");
  await page.locator(".foot .main").focus();
  await page.keyboard.press("Enter");
  await page.locator("#hand .card").first().waitFor();
  let acted = 0;
  const end = Date.now() + 200_000;
  while (Date.now() < end && !(await isOver(page))) {
    const state = await page.evaluate(() => {
      const is = (selector) => Boolean(document.querySelector(selector));
      return {
        sides: is(".side"), go: is(".result [data-key=g]") && !is("#end-title"), mine: is(".me.is-turn") && !is(".is-pending"),
        open: is(".big-box.is-open") && !is(".big.is-said") && is(".words [data-key=p]"),
        sum: Number(document.querySelector(".sum b")?.textContent ?? 0),
      };
    });
    const key = state.go ? "g" : state.sides ? (acted % 3 ? "u" : "d") : state.open ? (state.sum >= 13 ? "c" : "p") : state.mine ? "1" : null;
    if (key) { await page.keyboard.press(key); acted += 1; }
    await wait(60);
  }
  assert.ok(await isOver(page), "the game came to its end");
  assert.deepEqual(complaints(page), []);
  await page.context().close();
});

test("a card that is drawn onto the table is chosen, one that is let go in the hand is not", async () => {
  const page = await visitor(house, { viewport: DESKTOP });
  await page.go("/play/diciassette");
  await page.locator(".me.is-turn").waitFor({ timeout: 60_000 });
  const card = page.locator("#hand .card").first();
  await wait(600); // the hand is dealt
  const { x, y, width, height } = await card.boundingBox();
  const draw = async (dx, dy, meanwhile = () => {}) => {
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + width / 2 + dx, y + height / 2 + dy, { steps: 6 });
    await meanwhile();
    await page.mouse.up();
  };
  await draw(60, 12, async () => assert.equal(await page.locator(".is-dragged").count(), 1));
  await wait(200);
  assert.equal(await page.locator(".side").count(), 0, "it went back");
  // Another finger changes nothing.
  const other = () => dispatchEvent(new PointerEvent("pointerdown", { pointerId: 77, isPrimary: false, bubbles: true }));
  await draw(40, -300, () => page.evaluate(`(${other})()`));
  await page.locator(".side").first().waitFor();
  assert.equal(await card.evaluate((card) => card.style.transform + card.className.includes("is-dragged")), "false", "it lies where it lay");
  assert.equal(await card.getAttribute("aria-pressed"), "true");
  assert.deepEqual(complaints(page), []);
  await page.context().close();
});
