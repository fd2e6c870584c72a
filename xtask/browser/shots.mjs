// Screenshots of every screen, phone and desktop, light and dark.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DESKTOP, House, LARGE, PHONE, SMALL, autopilot, joinTable, misfits, openTable, visitor, wait } from "./kit.mjs";

const out = process.env.MAZZO_OUT;
mkdirSync(out, { recursive: true });
const house = await House.open();
const sizes = { phone: PHONE, desktop: DESKTOP };

// Moments that did not occur.
const unmet = [];

async function shot(page, name) {
  await wait(500);
  await page.screenshot({ path: join(out, `${name}.png`) });
  console.log(name);
}

// `node shots.mjs moments` takes only those; without a name, all.
const part = (name) => !process.argv[2] || process.argv[2] === name;

const simple = {
  start: async (page) => { await page.go("/"); await page.locator(".game").first().waitFor(); },
  new: async (page) => { await page.go("/new?uno"); await page.locator("form").waitFor(); },
  "new-rules": async (page) => { await page.go("/new?uno"); await page.locator("summary").click(); await page.locator("summary").scrollIntoViewIfNeeded(); },
  waiting: async (page) => { await openTable(page, { game: "diciassette" }, "Ada"); },
  join: async (page) => { const table = await openTable(await visitor(house), { game: "uno" }, "Carla"); await page.go(`/t/${table}`); await page.locator("#name").waitFor(); },
  settings: async (page) => { await page.go("/"); await page.locator(".page-top .icon-button").click(); await page.locator("dialog[open]").waitFor(); },
  gone: async (page) => { await page.go(`/t/${"0".repeat(32)}`); await page.locator(".notice h1").waitFor(); },
  broken: async (page) => { await openTable(page, { game: "diciassette", seats: 2 }, "Ada"); await page.locator(".foot .main").click(); await page.locator("#hand .card").nth(2).waitFor(); await wait(800); await page.context().setOffline(true); await page.locator(".banner").waitFor(); },
  offline: async (page) => { await page.go("/"); await page.evaluate(() => navigator.serviceWorker.ready); await wait(1500); await page.context().setOffline(true); await page.reload(); await page.locator(".banner-in").waitFor(); },
  "watch-ten": async (page) => { const host = await visitor(house); const table = await openTable(host, { game: "uno", seats: 10 }, "Carla"); await host.locator(".foot .main").click(); await host.locator("#hand .card").nth(6).waitFor(); await page.go(`/t/${table}`); await page.locator(".seat").nth(9).waitFor(); },
  "learn-17": async (page) => { await page.go("/learn/diciassette"); await page.locator(".coach").waitFor(); },
  "learn-uno": async (page) => { await page.go("/learn/uno"); await page.locator(".coach").waitFor(); },
};
for (const [size, viewport] of part("screens") ? Object.entries(sizes) : []) {
  for (const [name, show] of Object.entries(simple)) {
    const page = await visitor(house, { viewport, colorScheme: size === "phone" ? "light" : "dark" });
    await show(page);
    await shot(page, `${name}-${size}`);
    await page.context().close();
  }
}

// Tables in play, at certain moments.
const moments = {
  diciassette: {
    turn: () => Boolean(document.querySelector(".me.is-turn")) && document.querySelectorAll(".played").length > 2,
    side: () => Boolean(document.querySelector(".sides")),
    window: () => Boolean(document.querySelector(".is-diciassette .big-box.is-open")) && document.querySelectorAll(".played").length > 3,
    shout: () => Boolean(document.querySelector(".shout")),
    reveal: () => Boolean(document.querySelector(".is-counting")) && !document.querySelector(".shout"),
    result: () => Boolean(document.querySelector("#result-title")),
  },
  uno: {
    turn: () => Boolean(document.querySelector(".is-uno .me.is-turn .name")) && Boolean(document.querySelector("#hand .is-playable")),
    colour: () => Boolean(document.querySelector(".colours")),
    window: () => Boolean(document.querySelector(".is-uno .big-box.is-open")),
    scores: () => Boolean(document.querySelector("#scores-title")),
  },
};
// Every language on the smallest phone; reports texts that overflow.
const LANGUAGES = ["en-GB", "it-IT", "es-ES", "de-DE"];
const looks = [
  ...(part("moments") ? [["phone", { viewport: PHONE, colorScheme: "light" }], ["desktop", { viewport: DESKTOP, colorScheme: "dark" }]] : []),
  ...(part("words") ? LANGUAGES.map((locale) => [`small-${locale.slice(0, 2)}`, { viewport: SMALL, locale }]) : []),
];
for (const [size, look] of looks) {
  for (const [game, wanted] of Object.entries(moments)) {
    const page = await visitor(house, look);
    await page.go("/");
    await page.evaluate(() => localStorage.setItem("mazzo.prefs", JSON.stringify({ name: "Ada", sound: false })));
    await page.go(`/play/${game}`);
    await page.locator("#hand .card").first().waitFor();
    const [missing, cut] = [new Set(Object.keys(wanted)), new Set()];
    await autopilot([page], {
      most: 150_000,
      temper: { bold: 15, down: 0.5, challenge: 1, go: 0.1 },
      until: async () => {
        for (const one of await misfits(page)) cut.add(one);
        for (const name of missing) {
          if (!(await page.evaluate(wanted[name]))) continue;
          if (!["shout", "reveal"].includes(name)) await wait(350);
          await page.screenshot({ path: join(out, `${game}-${name}-${size}.png`) });
          missing.delete(name);
        }
        return missing.size === 0;
      },
    }).catch((error) => unmet.push(`${game} ${size}: not met: ${[...missing].join(", ")}; ${error.message.slice(0, 80)}`));
    for (const one of cut) console.log(`${game} ${size}: does not fit: ${one}`);
    for (const [at, name] of [[0, "talk"], [1, "rules"], [2, "log"]]) {
      if (game === "uno" && name !== "rules") continue;
      await page.locator("nav .icon-button").nth(at).click();
      await page.locator("dialog[open]").waitFor();
      await shot(page, `${game}-${name}-${size}`);
      await page.locator("dialog .sheet-top .icon-button").click();
    }
    await page.context().close();
  }
}

// Rare moments, at a table of two with short games.
for (const [size, viewport] of part("seldom") ? Object.entries(sizes) : []) {
  const rare = {
    challenge: () => Boolean(document.querySelector(".words [data-key=c]")),
    shown: () => Boolean(document.querySelector("#shown-title")),
    end: () => Boolean(document.querySelector("#end-title")),
  };
  for (const [game, names] of [["uno", ["challenge", "shown", "end"]], ["diciassette", ["end"]]]) {
    const one = await visitor(house, { viewport, colorScheme: size === "phone" ? "light" : "dark", reducedMotion: "reduce" });
    const other = await visitor(house, { reducedMotion: "reduce" });
    const table = await openTable(one, { game, seats: 2, pace: "instant", rules: game === "uno" ? { target: 150 } : {} }, "Ada");
    await joinTable(other, table, "Bruno");
    await one.locator(".foot .main").click();
    const missing = new Set(names);
    await autopilot([other, one], {
      most: 200_000,
      // Nothing is skipped, so that each moment stays until its screenshot.
      temper: { bold: 15, challenge: 1, arm: 1, go: 0.25 },
      until: async () => {
        for (const name of missing) {
          if (!(await one.evaluate(rare[name]))) continue;
          await wait(300);
          await one.screenshot({ path: join(out, `${game}-${name}-${size}.png`) });
          missing.delete(name);
        }
        return one.evaluate(() => Boolean(document.querySelector("#end-title")));
      },
    }).catch((error) => unmet.push(`${game} ${size}: not met: ${[...missing].join(", ")}; ${error.message.slice(0, 80)}`));
    if (!missing.has("end")) {
      await one.locator(".result a[href^='/r/']").first().click();
      await one.locator(".replay-bar").waitFor();
      await one.locator("#at").fill("40");
      await shot(one, `${game}-replay-${size}`);
      await one.locator(".bar > .icon-button").nth(1).click();
      await one.locator(".verdict").waitFor();
      await shot(one, `${game}-fair-${size}`);
    }
    await one.context().close();
    await other.context().close();
  }
}

const SIZES = { phone: PHONE, small: SMALL, side: { width: 844, height: 390 }, desktop: DESKTOP, large: LARGE };

// A large hand: two players who only draw.
if (part("many")) {
  const one = await visitor(house, { viewport: PHONE, isMobile: false, reducedMotion: "reduce" });
  const other = await visitor(house, { reducedMotion: "reduce" });
  await joinTable(other, await openTable(one, { game: "uno", seats: 2, pace: "instant" }, "Ada"), "Bruno");
  await one.locator(".foot .main").click();
  const held = () => one.locator("#hand .card").count();
  await autopilot([other, one], { most: 200_000, temper: { draws: 1 }, until: async () => await held() >= 25 && Boolean(await one.locator(".me.is-turn").count()) });
  for (const [size, viewport] of Object.entries(SIZES)) {
    await one.setViewportSize(viewport);
    await shot(one, `uno-many-${size}`);
  }
  await one.context().close();
  await other.context().close();
}

// Few and many seats, small and large screens.
for (const [game, seats] of part("seats") ? [["diciassette", 2], ["diciassette", 6], ["uno", 2], ["uno", 10]] : []) {
  for (const [size, viewport] of Object.entries(SIZES)) {
    const page = await visitor(house, { viewport, isMobile: false });
    await page.go("/");
    await page.evaluate((seats) => localStorage.setItem("mazzo.prefs", JSON.stringify({ name: "Ada", sound: false, local_seats: seats })), seats);
    await page.go(`/play/${game}?new`);
    await page.locator("#hand .card").first().waitFor();
    await autopilot([page], { most: 25_000, temper: { bold: 99 }, until: async (_, turns) => turns > 5 }).catch(() => {});
    await shot(page, `${game}-of-${seats}-${size}`);
    await page.context().close();
  }
}
await house.close();
for (const moment of unmet) console.log(moment);
process.exit(unmet.length ? 1 : 0);
