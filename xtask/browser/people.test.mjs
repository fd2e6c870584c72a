// Identities and private tables: another device, log out, erase, approval, a new link.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { House, joinTable, openTable, visitor } from "./kit.mjs";

let house;
before(async () => { house = await House.open(); });
after(async () => { await house.close(); });

const button = (page, name) => page.getByRole("button", { name });
const WANTED = { game: "diciassette", seats: 3, pace: "relaxed" };

async function identity(page) {
  await button(page, "Settings and language").click();
  const part = page.locator(".identity");
  await part.waitFor();
  return part;
}

test("a code moves a person to another device, once", async () => {
  const ada = await visitor(house);
  const table = await openTable(ada, WANTED, "Ada");
  const part = await identity(ada);
  await part.getByRole("button", { name: "Move to another device" }).click();
  const code = (await part.locator(".move-code").innerText()).replace(/\s/g, "");
  assert.match(code, /^[2-9A-HJ-NP-Z]{8}$/);
  await part.locator("img.qr").waitFor();
  assert.ok(await part.locator("img.qr").evaluate((image) => image.decode().then(() => image.naturalWidth > 0)));
  const phone = await visitor(house);
  const asked = [];
  phone.on("request", (request) => asked.push(request.url()));
  await phone.go(`/move#${code}`);
  assert.equal(await phone.locator("#move").inputValue(), code);
  await button(phone, "Move here").click();
  await phone.locator(".poster").waitFor();
  await phone.go(`/t/${table}`);
  await phone.locator(".seat-list .is-you").waitFor();
  assert.match(await phone.locator(".seat-list .is-you").innerText(), /Ada/);
  assert.ok(asked.every((url) => !new URL(url).pathname.includes(code) && !new URL(url).search.includes(code)), "no request address contains the code");
  await phone.go(`/move#${code}`);
  await phone.reload();
  await button(phone, "Move here").click();
  await phone.getByText("That code does not work").waitFor();
});

test("with approval a newcomer waits, and the host admits or rejects", async () => {
  const ada = await visitor(house);
  const table = await openTable(ada, WANTED, "Ada");
  await ada.getByRole("switch", { name: "Ask me first" }).check({ force: true });
  const [bea, carl] = [await visitor(house), await visitor(house)];
  for (const [page, name] of [[bea, "Bea"], [carl, "Carl"]]) {
    await page.go(`/t/${table}`);
    await page.locator("#name").fill(name);
    await page.locator("form button[type=submit]").click();
    await page.getByRole("heading", { name: "Waiting for the host" }).waitFor();
  }
  await button(ada, "Let in Bea").click();
  await bea.locator(".seat-list .is-you").waitFor();
  await button(ada, "Turn away Carl").click();
  await carl.getByRole("heading", { name: "The table is closed to you" }).waitFor();
  assert.equal(await ada.locator(".knocks").count(), 0);
});

test("a new link locks out visitors with the old one", async () => {
  const ada = await visitor(house);
  const table = await openTable(ada, WANTED, "Ada");
  const link = ada.locator(".invite .link");
  const old = await link.innerText();
  await button(ada, "Make a new link").click();
  await ada.waitForFunction((old) => document.querySelector(".invite .link").innerText !== old, old);
  const fresh = await link.innerText();
  assert.match(fresh, new RegExp(`/t/${table}-[0-9a-f]{16}$`));
  const late = await visitor(house);
  await late.goto(old);
  await late.getByRole("heading", { name: "This link is no longer valid" }).waitFor();
  await joinTable(late, new URL(fresh).pathname.slice(3), "Late");
  await ada.reload();
  await ada.locator(".seat-list .is-you").waitFor();
});

test("a logged-out visitor is a stranger", async () => {
  const ada = await visitor(house);
  const table = await openTable(ada, WANTED, "Ada");
  const part = await identity(ada);
  const cookie = async () => (await ada.context().cookies()).find(({ name }) => name.includes("mazzo"))?.value;
  const before = await cookie();
  await part.getByRole("button", { name: "Log out" }).click();
  await part.getByRole("alert").getByRole("button", { name: "Log out" }).click();
  await ada.locator(".poster").waitFor();
  await ada.go(`/t/${table}`);
  await ada.locator("#name").waitFor(); // a visitor without a seat is asked for a name
  assert.notEqual(await cookie(), before);
});

test("destructive actions ask for confirmation, and erasing empties the seat", async () => {
  const [ada, bea] = [await visitor(house), await visitor(house)];
  const table = await openTable(ada, WANTED, "Ada");
  await joinTable(bea, table, "Bea");
  await ada.locator(".seat-list", { hasText: "Bea" }).waitFor();
  const part = await identity(bea);
  await part.getByRole("button", { name: "Erase me" }).click();
  await part.getByRole("button", { name: "No", exact: true }).click();
  assert.equal(await part.getByRole("alert").count(), 0);
  await part.getByRole("button", { name: "Log out" }).click();
  await part.getByText("Log out of this browser?").waitFor();
  await part.getByRole("button", { name: "No", exact: true }).click();
  await part.getByRole("button", { name: "Erase me" }).click();
  await part.getByRole("button", { name: "Yes, erase" }).click();
  await bea.locator(".poster").waitFor();
  await ada.waitForFunction(() => !document.querySelector(".seat-list").innerText.includes("Bea"));
});
