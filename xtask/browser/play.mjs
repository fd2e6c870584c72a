// Shared by tests of whole games: starting one, its messages, its result.
import assert from "node:assert/strict";

export const deal = (page) => page.locator(".foot .main").click();
export const isOver = (page) => page.evaluate(() => Boolean(document.querySelector("#end-title"))).catch(() => false);
export const allOver = (pages) => async () => (await Promise.all(pages.map(isOver))).every(Boolean);

// The frame in a message, if it is one: it has a number and no outer name.
export const frameIn = (message) => (message?.n === undefined ? undefined : message);
// A fact with its name as a field: `{"drew":{"seat":1}}` and `"opened"` as `{fact:"drew",seat:1}` and `{fact:"opened"}`.
export const plainFact = (fact) => {
  const [name, parts] = typeof fact === "string" ? [fact, {}] : Object.entries(fact)[0];
  return { fact: name, ...parts };
};
// All facts that a page received.
export const facts = (page) => page.frames_heard.flatMap((text) => {
  try { return (frameIn(JSON.parse(text))?.seen ?? []).map(plainFact); } catch { return []; }
});
export const has = (page, name) => facts(page).some((fact) => fact.fact === name);

// The result without its texts, which are in each player's language.
export const standing = async (page) => (await page.locator(".standing").innerText()).match(/Ada|Bruno|Carla|Dino|\d+/g).join(" ");

// Words that occur only in English texts.
const ENGLISH = /\b(the|you|your|card|cards|turn|plays|with)\b/i;
export async function speaks(page, lang) {
  assert.equal(await page.evaluate(() => document.documentElement.lang), lang);
  if (lang === "en") return;
  const said = await page.evaluate(() => document.body.innerText + [...document.querySelectorAll("[aria-label]")].map((at) => at.ariaLabel).join("\n"));
  assert.equal(said.split("\n").find((line) => ENGLISH.test(line)), undefined, `English in ${lang}`);
}

// Starts another game if this one is over.
export async function again(pages) {
  if (await isOver(pages[0])) {
    await pages[0].locator(".result .main").click();
    await deal(pages[0]);
  }
  return false;
}
