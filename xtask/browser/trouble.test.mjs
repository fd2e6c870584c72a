// When things go wrong: the server dies, the network goes, the table vanishes.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { House, autopilot, complaints, openTable, visitor, wait } from "./kit.mjs";

let house;
before(async () => { house = await House.open(); });
after(() => house.close());

test("a server that is killed and comes back is found again, and the game goes on", { timeout: 90_000 }, async () => {
  const page = await visitor(house);
  await openTable(page, { game: "diciassette", seats: 2, pace: "normal" }, "Ada");
  await page.locator(".foot .main").click();
  await page.locator("#hand .card").first().waitFor();
  await autopilot([page], { until: async (_, turns) => turns >= 3, temper: { bold: 99 }, most: 30_000 });
  const hand = () => page.evaluate(() => [...document.querySelectorAll("#hand .card")].map((card) => card.dataset.face).sort().join());
  await house.stop("SIGKILL");
  await page.locator(".banner").waitFor();
  const before = await hand();
  const again = await House.open({ port: house.port, data: house.data });
  again.owns = house.owns;
  house = again;
  await page.locator(".banner .button").click();
  await page.locator(".banner[role=alert]").waitFor({ state: "detached" });
  await wait(500);
  assert.equal((await hand()).length > 0, true);
  assert.ok(before.length > 0);
  // And a tap counts again.
  await autopilot([page], { until: async (seen) => seen.has("side") || seen.has("pass"), temper: { bold: 99 }, most: 30_000 });
  await page.context().close();
});

test("a table that is not there says so, and offers a way out", async () => {
  const page = await visitor(house);
  await page.go(`/t/${"0".repeat(32)}`);
  await page.locator("h1").waitFor();
  assert.match(await page.locator("h1").innerText(), /gone/);
  await page.locator("a.button").first().click();
  await page.locator(".poster").waitFor();
  await page.context().close();
});

test("without a network the page starts, plays, and goes on after a reload", { timeout: 120_000 }, async () => {
  const page = await visitor(house);
  await page.go("/");
  await page.evaluate(async () => { await navigator.serviceWorker.ready; });
  await page.waitForFunction(async () => (await caches.keys()).length > 0 && (await (await caches.open((await caches.keys())[0])).keys()).length > 15);
  await page.context().setOffline(true);
  await page.reload();
  await page.locator(".banner-in").waitFor();
  for (const game of ["diciassette", "uno"]) {
    await page.go("/");
    await page.locator(`a[href="/play/${game}"]`).first().click();
    await page.locator("#hand .card").first().waitFor();
    await autopilot([page], { until: async (_, turns) => turns >= 5, temper: { bold: 99 }, most: 60_000 });
    const log = () => page.evaluate(() => document.querySelector(".bar .title p").textContent);
    const before = await log();
    await wait(600);
    await page.reload();
    await page.locator("#hand .card").first().waitFor();
    assert.equal(await log(), before, "the same round");
  }
  await page.go("/");
  assert.equal(await page.locator("#go-h").count(), 1, "unfinished games are listed");
  const said = complaints(page).filter((line) => !/ERR_INTERNET_DISCONNECTED|Failed to load resource/.test(line));
  assert.deepEqual(said, []);
  await page.context().close();
});

test("two taps from the start to the first card", async () => {
  const page = await visitor(house);
  await page.go("/");
  await page.locator('a[href="/play/diciassette"]').first().tap();
  await page.locator("#hand .card").first().waitFor();
  await page.locator("#hand .card").first().tap();
  await page.locator("#hand .is-chosen").waitFor();
  await page.context().close();
});
