// What tests of whole games share: how one begins, what was told in it, how it stands.
import assert from "node:assert/strict";

export const deal = (page) => page.locator(".foot .main").click();
export const isOver = (page) => page.evaluate(() => Boolean(document.querySelector("#end-title"))).catch(() => false);
export const allOver = (pages) => async () => (await Promise.all(pages.map(isOver))).every(Boolean);

// Everything that a page was told, as objects.
// The frame in a message, if it is one: it has no name around it, but a number.
export const frameIn = (message) => (message?.n === undefined ? undefined : message);
// A fact with its name as a field: `{"drew":{"seat":1}}` and `"opened"` as `{fact:"drew",seat:1}` and `{fact:"opened"}`.
export const plainFact = (fact) => {
  const [name, parts] = typeof fact === "string" ? [fact, {}] : Object.entries(fact)[0];
  return { fact: name, ...parts };
};
export const facts = (page) => page.frames_heard.flatMap((text) => {
  try { return (frameIn(JSON.parse(text))?.seen ?? []).map(plainFact); } catch { return []; }
});
export const has = (page, name) => facts(page).some((fact) => fact.fact === name);

// What stands at the end, without the words around it: those are in everybody's own language.
export const standing = async (page) => (await page.locator(".standing").innerText()).match(/Ada|Bruno|Carla|Dino|\d+/g).join(" ");

// Words that no sentence of the other languages has.
const ENGLISH = /\b(the|you|your|card|cards|turn|plays|with)\b/i;
export async function speaks(page, lang) {
  assert.equal(await page.evaluate(() => document.documentElement.lang), lang);
  if (lang === "en") return;
  const said = await page.evaluate(() => document.body.innerText + [...document.querySelectorAll("[aria-label]")].map((at) => at.ariaLabel).join("\n"));
  assert.equal(said.split("\n").find((line) => ENGLISH.test(line)), undefined, `English in ${lang}`);
}

// Plays another game if this one is over.
export async function again(pages) {
  if (await isOver(pages[0])) {
    await pages[0].locator(".result .main").click();
    await deal(pages[0]);
  }
  return false;
}
