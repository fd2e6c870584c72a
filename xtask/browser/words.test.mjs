// Every screen in every language: fully translated, and no axe violations.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { DESKTOP, House, PHONE, SMALL, atRest, complaints, flaws, misfits, openTable, ownTurn, visitor } from "./kit.mjs";

let house;
before(async () => { house = await House.open(); });
after(() => house.close());

const WORDS = { en: /Play now/, it: /Gioca subito/, es: /Jugar ya/, de: /Jetzt spielen/ };

for (const lang of Object.keys(WORDS)) {
  test(`the page is in ${lang} from the first paint`, async () => {
    const page = await visitor(house, { locale: lang === "en" ? "en-GB" : lang });
    const answer = await page.go("/");
    assert.match(await answer.text(), new RegExp(`<html lang="${lang}"`));
    await page.locator(".game .main").first().waitFor();
    assert.match(await page.locator(".game .main").first().innerText(), WORDS[lang]);
    // So is the manifest of the installed app.
    const manifest = await page.evaluate(async () => (await fetch(document.querySelector("[rel=manifest]").href)).json());
    assert.equal(manifest.lang, lang);
    assert.equal(manifest.description, await page.locator("meta[name=description]").getAttribute("content"));
    assert.deepEqual(complaints(page), []);
    await page.context().close();
  });
}

test("the prerendered start page equals the one drawn by the client, in every language", async () => {
  for (const locale of Object.keys(WORDS)) {
    const page = await visitor(house, { locale });
    const answer = await page.go("/");
    const sent = await answer.text();
    await page.locator(".page-top .icon-button").waitFor(); // the client's
    const others = await page.evaluate((sent) => {
      const shell = new DOMParser().parseFromString(sent, "text/html");
      const bare = (root, what) => {
        const part = document.importNode(root.querySelector(what), true);
        for (const late of part.querySelectorAll("button")) late.remove();
        const walker = document.createTreeWalker(part, NodeFilter.SHOW_COMMENT);
        const comments = [];
        while (walker.nextNode()) comments.push(walker.currentNode);
        for (const comment of comments) comment.remove();
        part.normalize();
        return part;
      };
      const parts = ["header", "main", ".games"].map((what) => [bare(shell, what), bare(document, what)]);
      return parts.filter(([shell, client]) => !shell.isEqualNode(client)).map((pair) => pair.map((part) => part.outerHTML));
    }, sent);
    assert.deepEqual(others, [], locale);
    await page.context().close();
  }
});

test("every word at a table fits on the smallest phone, in every language", async () => {
  await Promise.all(Object.keys(WORDS).map(async (locale) => {
    const page = await visitor(house, { viewport: SMALL, locale });
    await page.go("/play/diciassette");
    await ownTurn(page);
    await page.locator("#hand .card").first().click();
    await page.locator(".sides").waitFor();
    assert.deepEqual(await misfits(page), [], `Diciassette, ${locale}`);
    await page.go("/play/uno");
    await page.locator("#hand .card").nth(6).waitFor();
    assert.deepEqual(await misfits(page), [], `Uno, ${locale}`);
    await page.context().close();
  }));
});

test("the language changes without a reload, and is remembered", async () => {
  const page = await visitor(house);
  await page.go("/play/diciassette");
  await page.locator("#hand .card").first().waitFor();
  await page.evaluate(() => { globalThis.here = true; });
  await page.locator("nav .icon-button").last().click();
  await page.locator("dialog .choice", { hasText: "Deutsch" }).click();
  await page.locator("dialog h2", { hasText: "Einstellungen" }).waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.lang), "de");
  assert.match(await page.locator("[rel=manifest]").getAttribute("href"), /\.de\./);
  assert.equal(await page.evaluate(() => globalThis.here), true, "the page was not reloaded");
  const answer = await page.reload();
  assert.match(await answer.text(), /<html lang="de"/);
  await page.context().close();
});

const screens = [
  ["start", async (page) => { await page.go("/"); await page.locator(".page-top .icon-button").waitFor(); }],
  ["new table", async (page) => { await page.go("/new"); await page.locator("form").waitFor(); await page.locator("summary").click(); }],
  ["join", async (page) => { const table = await openTable(await visitor(house), { game: "uno" }, "Host"); await page.go(`/t/${table}`); await page.locator("#name").waitFor(); }],
  ["waiting", async (page) => { await openTable(page, { game: "uno" }, "Ada"); }],
  ["Diciassette", async (page) => { await page.go("/play/diciassette"); await page.locator("#hand .card").nth(2).waitFor(); }],
  ["Uno", async (page) => { await page.go("/play/uno"); await page.locator("#hand .card").nth(6).waitFor(); }],
  ["a lesson", async (page) => { await page.go("/learn/diciassette"); await page.locator(".coach").waitFor(); }],
  ["a lesson of Uno", async (page) => { await page.go("/learn/uno"); await page.locator(".coach").waitFor(); }],
  ["settings", async (page) => { await page.go("/"); await page.locator(".page-top .icon-button").click(); await page.locator("dialog[open]").waitFor(); }],
  ["rules", async (page) => { await page.go("/play/uno"); await page.locator("#hand .card").first().waitFor(); await page.locator("nav .icon-button").nth(1).click(); await page.locator(".clauses").waitFor(); }],
  ["talk", async (page) => { await page.go("/play/uno"); await page.locator("#hand .card").first().waitFor(); await page.locator("nav .icon-button").nth(0).click(); await page.locator(".phrases").waitFor(); }],
  ["what happened", async (page) => { await page.go("/play/uno"); await page.locator("#hand .card").nth(6).waitFor(); await page.locator("nav .icon-button").nth(2).click(); await page.locator(".log").waitFor(); }],
  ["leave", async (page) => { await page.go("/play/diciassette"); await page.locator("#hand .card").first().waitFor(); await page.locator(".bar > .icon-button").click(); await page.locator("dialog .choice").first().waitFor(); }],
  ["the host's tools", async (page) => { await openTable(page, { game: "uno" }, "Ada"); await page.locator(".foot .main").click(); await page.locator("#hand .card").first().waitFor(); await page.locator(".bar > .icon-button").click(); await page.locator("dialog .qr").waitFor(); }],
  ["gone", async (page) => { await page.go(`/t/${"0".repeat(32)}`); await page.locator(".notice h1").waitFor(); }],
];
for (const [name, show] of screens) {
  test(`no axe violations: ${name}`, { timeout: 60_000 }, async () => {
    for (const [viewport, theme] of [[PHONE, "light"], [DESKTOP, "dark"]]) {
      const page = await visitor(house, { viewport, colorScheme: theme });
      await show(page);
      await atRest(page);
      assert.deepEqual(await flaws(page), [], `${name}, ${viewport.width}, ${theme}`);
      await page.context().close();
    }
  });
}
