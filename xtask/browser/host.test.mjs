// The admin page, and the layout of the settings sheet.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { House, PHONE, SMALL, autopilot, joinTable, openTable, visitor } from "./kit.mjs";
import { allOver, deal } from "./play.mjs";

const TOKEN = "a token that no one guesses";
let house;
before(async () => { house = await House.open({ extra: ["--admin-token", TOKEN] }); });
after(async () => { await house.close(); });

test("the admin page lists tables, keys and actions, and closes a table after confirmation", async () => {
  const ada = await visitor(house);
  const table = await openTable(ada, { game: "uno", seats: 2 }, "Ada");
  const boss = await visitor(house);
  await boss.go("/admin");
  await boss.getByLabel("Token").fill("not the token at all");
  await boss.getByRole("button", { name: "Enter" }).click();
  await boss.locator("#trouble").getByText(/token/).waitFor();
  boss.console = boss.console.filter((line) => !line.includes("401"));
  await boss.getByLabel("Token").fill(TOKEN);
  await boss.getByRole("button", { name: "Enter" }).click();
  const row = boss.locator("#tables tr", { hasText: table.slice(0, 8) });
  await row.waitFor();
  await boss.locator("#keys tr", { hasText: "signs" }).waitFor();
  assert.ok(await boss.locator("#quarantine").isHidden(), "no table is damaged");
  await boss.locator("#records-none").waitFor();
  const width = await boss.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(width <= PHONE.width, `${width} pixels on a phone`);
  boss.once("dialog", (dialog) => dialog.dismiss());
  await row.getByRole("button", { name: "Close" }).click();
  assert.ok(await row.isVisible(), "a dismissed confirmation closes nothing");
  boss.once("dialog", (dialog) => dialog.accept());
  await row.getByRole("button", { name: "Close" }).click();
  await row.waitFor({ state: "detached" });
  await boss.locator("#audit tr", { hasText: table.slice(0, 8) }).waitFor();
  await ada.getByRole("heading", { name: /closed/ }).waitFor();
  assert.deepEqual(boss.console.filter((line) => line.startsWith("error")), []);
});

test("the admin page shows names and erases them; a damaged table is exported and deleted there", async () => {
  const [ada, bruno, boss] = [await visitor(house), await visitor(house), await visitor(house)];
  const table = await openTable(ada, { game: "uno", seats: 2 }, "Ada");
  await joinTable(bruno, table, "Bruno");
  await boss.go("/admin");
  await boss.getByLabel("Token").fill(TOKEN);
  await boss.getByRole("button", { name: "Enter" }).click();
  const row = boss.locator("#tables tr", { hasText: table.slice(0, 8) });
  await row.getByText("Bruno").waitFor();
  boss.once("dialog", (dialog) => dialog.accept());
  await row.getByRole("button", { name: "Erase" }).last().click();
  await row.getByText("Bruno").waitFor({ state: "detached" });
  await row.getByText("Ada").waitFor();
  await house.stop("SIGTERM");
  // One byte of the table's first event.
  const damage = "import sqlite3, sys; d = sqlite3.connect(sys.argv[1] + '/mazzo.db'); s, b = d.execute('SELECT seq, data FROM events ORDER BY seq').fetchone(); d.execute('UPDATE events SET data = ? WHERE seq = ?', (b[:-1] + bytes([b[-1] ^ 1]), s)); d.commit()";
  execFileSync("python3", ["-c", damage, house.data]);
  const again = await House.open({ port: house.port, data: house.data, extra: ["--admin-token", TOKEN] });
  again.owns = house.owns;
  house = again;
  await boss.go("/admin"); // the tab remembers the token
  const damaged = boss.locator("#quarantined tr", { hasText: table.slice(0, 8) });
  await damaged.getByText("checksum").waitFor();
  const [file] = await Promise.all([boss.waitForEvent("download"), damaged.getByRole("button", { name: "Export" }).click()]);
  assert.ok(JSON.parse(await readFile(await file.path(), "utf8")).stored.length > 0);
  boss.once("dialog", (dialog) => dialog.accept());
  await damaged.getByRole("button", { name: "Delete" }).click();
  await boss.locator("#quarantine").waitFor({ state: "hidden" });
});

test("the admin page lists the record of a finished game, erases a name in it, and deletes it", { timeout: 180_000 }, async () => {
  const players = [await visitor(house, { reducedMotion: "reduce" }), await visitor(house, { reducedMotion: "reduce" })];
  const table = await openTable(players[0], { game: "diciassette", seats: 2, pace: "instant" }, "Carla");
  await joinTable(players[1], table, "Dino");
  await deal(players[0]);
  players[0].temper = { calls: "rightly" };
  await autopilot(players, { temper: { down: 0.5, bold: Infinity, sides: { "!": 0 } }, until: allOver(players) });
  for (const player of players) await player.locator(".dealt").waitFor(); // the record is stored
  const boss = await visitor(house);
  await boss.go("/admin");
  await boss.getByLabel("Token").fill(TOKEN);
  await boss.getByRole("button", { name: "Enter" }).click();
  const row = boss.locator("#records tr", { hasText: table.slice(0, 8) });
  await row.getByText("Carla").waitFor();
  await row.getByText("Dino").waitFor();
  boss.once("dialog", (dialog) => dialog.dismiss());
  await row.getByRole("button", { name: "Erase" }).last().click();
  assert.ok(await row.getByText("Dino").isVisible(), "a dismissed confirmation erases nothing");
  boss.once("dialog", (dialog) => dialog.accept());
  await row.getByRole("button", { name: "Erase" }).last().click();
  await row.getByText("Dino").waitFor({ state: "detached" });
  await row.getByText("Carla").waitFor();
  boss.once("dialog", (dialog) => dialog.accept());
  await row.getByRole("button", { name: "Delete" }).click();
  await row.waitFor({ state: "detached" });
  for (const action of ["erase_name_in_record", "delete_record"]) await boss.locator("#audit tr", { hasText: action }).waitFor();
  const left = await players[0].evaluate(async (table) => (await fetch(`/api/tables/${table}/records`)).json(), table);
  assert.deepEqual(left.records, []);
  assert.deepEqual(boss.console.filter((line) => line.startsWith("error")), []);
});

for (const [name, viewport] of Object.entries({ PHONE, SMALL })) {
  test(`the settings use the available width (${name})`, async () => {
    const page = await visitor(house, { viewport });
    await openTable(page, { game: "diciassette", seats: 2 }, "Ada");
    await page.getByRole("button", { name: "Settings and language" }).click();
    await page.locator(".identity").waitFor();
    const parts = await page.locator("dialog[open], [role=dialog]").first().evaluate((sheet) => {
      const room = sheet.clientWidth;
      return [...sheet.querySelectorAll("section, fieldset, .switch, p")].map((part) => [part.className || part.tagName, part.getBoundingClientRect()])
        .filter(([, box]) => box.height > 0 && (box.width < room / 3 || box.right > innerWidth + 1))
        .map(([what, box]) => `${what}: ${Math.round(box.width)} of ${room} pixels`);
    });
    assert.deepEqual(parts, []);
  });
}
