/** The page in a real browser. Settings as in studio.mjs; SCREENSHOTS is a folder for pictures, if they are wanted. */

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { isSite, openStudio, script, settled, skip } from "./studio.mjs";

let studio, page, complaints;

before(async () => {
  if (skip) return;
  studio = await openStudio();
  ({ page, complaints } = await studio.open());
  await made();
});

after(() => studio?.close());

/** Loads the page anew. */
async function open(url) {
  await page.goto("about:blank");
  await page.goto(url);
  await page.waitForSelector("body[data-ready]");
  await made();
}

/** Waits until levels were made that are about the script as it is now. */
async function made(than = 0) {
  await page.waitForFunction((than) => Number(document.querySelector(".levels")?.dataset.made ?? 0) > than, than);
}

const count = () => page.evaluate(() => Number(document.querySelector(".levels").dataset.made ?? 0));
const choose = (name) => page.evaluate((name) => document.querySelector(`#left button[title='${name}']`).click(), name);
const tab = (name) => page.click(`#tab-${name}`);
const until = (what, argument) => page.waitForFunction(what, argument, { timeout: 120_000 });

async function type(text) {
  await page.click(".cm-content");
  await page.keyboard.press("Control+A");
  await page.keyboard.insertText(text);
}

async function shoot(name) {
  if (process.env.SCREENSHOTS) await page.screenshot({ path: join(process.env.SCREENSHOTS, `${name}.png`) });
}

test("sixteen levels are there from the start", { skip }, async () => {
  assert.equal(await page.locator(".levels canvas").count(), 16);
  await shoot("levels");
});

test("a mistake is marked, its fix is one click away, and levels change", { skip }, async () => {
  const start = await count();
  await choose("gallery/maze");
  await made(start);
  const first = await settled(page);
  await type(script("gallery/maze").replace("self(solid)", "self(sold)"));
  await page.waitForSelector("#mistakes li.error");
  await page.waitForSelector(".cm-lintRange-error");
  assert.match(await page.innerText("#mistakes"), /sold/);
  await shoot("mistake");
  await page.click("#mistakes li.error button:has-text('Fix')");
  await until(() => document.querySelectorAll("#mistakes li.error").length === 0);
  assert.equal(await settled(page), first, "the mended script is what it was");
  const before = await count();
  await type(script("gallery/maze").replace(/"\d+x\d+"/g, '"21x21"'));
  await made(before);
  assert.notEqual(await settled(page), first);
});

test("keys and words of rules are completed", { skip }, async () => {
  await type('{"metadata": {"min": "9x9", "max": "9x9"}, "entities": ["empty", "solid"], "explorers": [{"type": "horz", "rules": ["-> self(so"]}]}');
  await page.waitForTimeout(300);
  for (let index = 0; index < 5; index++) await page.keyboard.press("ArrowLeft");
  await page.keyboard.type("l");
  await page.waitForSelector(".cm-tooltip-autocomplete");
  assert.match(await page.innerText(".cm-tooltip-autocomplete"), /solid/);
  await page.keyboard.press("Escape");
});

test("a trace is scrubbed, and tells the rule of a cell", { skip }, async () => {
  await choose("gallery/zelda");
  await tab("trace");
  await until(() => Number(document.querySelector(".trace").dataset.frames) > 3);
  const slider = page.locator(".trace input[type=range]");
  await slider.evaluate((element) => { element.value = "0"; element.dispatchEvent(new Event("input")); });
  const early = await page.evaluate(() => document.querySelector(".frame").toDataURL());
  await slider.focus();
  for (let index = 0; index < 3; index++) await page.keyboard.press("ArrowRight");
  assert.notEqual(await page.evaluate(() => document.querySelector(".frame").toDataURL()), early);
  await page.locator(".frame").focus();
  await page.keyboard.press("ArrowRight");
  assert.match(await page.innerText(".trace"), /Column 2, row 1: \w+; (put here by|no rule)/);
  await shoot("trace");
  await page.click(".trace .rule");
  assert.match(await page.evaluate(() => getSelection().toString()), /self/);
});

test("a range fills, and a bin shows a level", { skip }, async () => {
  await choose("gallery/caves");
  await tab("range");
  await until(() => document.querySelector("#status").textContent.startsWith("1000 levels"));
  await page.locator("canvas.heat").first().focus();
  await page.keyboard.press("ArrowRight");
  await shoot("range");
});

test("a judge says what is wrong, and shows it", { skip }, async () => {
  await type('{"metadata": {"min": "11x7", "max": "11x7"}, "entities": ["empty", "solid", "player", "key", "door", "enemy"], "explorers": [{"type": "horz", "rules": ["-> self(empty|solid)"]}]}');
  await page.selectOption("#problem", "zelda");
  await tab("judge");
  await page.waitForSelector(".judge figure");
  assert.match(await page.innerText(".judge"), /not playable/);
  await shoot("judge");
  await page.click(".judge figure button");
  await page.waitForSelector("dialog[open]");
  await page.keyboard.press("Escape");
});

test("a draft of the problem comes into the editor, and another one after it", { skip }, async () => {
  await tab("levels");
  await page.selectOption("#problem", "zelda");
  const drafted = async (name) => {
    const before = await count();
    await page.click("#draft");
    await until((name) => document.querySelector("input.name").value === name && !document.querySelector("#draft").disabled, name);
    await made(before);
    assert.match(await page.innerText("#status"), /\d+ of \d+ demands met/);
    assert.equal(await page.locator("#mistakes li.error").count(), 0);
    return settled(page);
  };
  const first = await drafted("draft-1");
  await shoot("draft");
  assert.notEqual(await drafted("draft-2"), first);
});

test("a level is played to its end", { skip }, async () => {
  await type('{"metadata": {"min": "5x1", "max": "5x1"}, "entities": ["crate", "empty", "player", "solid", "target"], "explorers": [{"type": "horz", "rules": ["dist(out) == 1, left(out) -> self(player)", "left(player) -> self(crate)", "right(out) -> self(target)", "-> self(empty)"]}]}');
  await page.selectOption("#problem", "sokoban");
  await tab("play");
  await page.waitForSelector("canvas.game");
  await page.waitForFunction(() => document.activeElement === document.querySelector("canvas.game"));
  for (let index = 0; index < 3; index++) await page.keyboard.press("ArrowRight");
  await until(() => document.querySelector(".play").dataset.over === "won");
  await shoot("play");
});

test("a drawing makes a problem", { skip }, async () => {
  await choose("gallery/zelda");
  await page.selectOption("#problem", "zelda");
  await page.waitForTimeout(300);
  await tab("draw");
  await page.click("button:has-text('Take a level of the script')");
  await page.waitForTimeout(300);
  await page.locator("canvas.easel").focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Space");
  await shoot("draw");
  await page.click("button:has-text('Ask for generators like it')");
  await page.waitForSelector(".like-result pre");
  assert.match(await page.innerText(".like-result"), /like/);
});

test("liked generators have children", { skip }, async () => {
  await page.selectOption("#problem", "zelda");
  await tab("choice");
  await page.click("button:has-text('Begin with known generators')");
  await page.waitForSelector(".choice .cards figure canvas");
  await page.click(".choice .cards figure:nth-of-type(2) .like");
  await shoot("choice");
  await page.click(".choice button.main");
  await until(() => document.querySelectorAll(".lineage li").length === 2);
  await page.waitForSelector(".choice .cards figure canvas");
});

test("a search runs, and its best generator opens", { skip: skip || isSite }, async () => {
  await page.selectOption("#problem", "sokoban");
  await tab("runs");
  await page.fill("input[name=name]", "tried");
  await page.selectOption(".start select", "20000");
  await page.click(".start button.main");
  await until(() => /tried[^]*finished/.test(document.querySelector(".runs").innerText));
  await page.waitForTimeout(1500);
  await shoot("runs");
  await page.click("button:has-text('Open best')");
  await until(() => /Bred for sokoban/.test(document.querySelector(".cm-content").innerText));
  const before = await count();
  await tab("levels");
  await made(before);
  assert.equal(await page.locator(".levels button:not([hidden])").count(), 16);
});

test("nothing offers a search without a server", { skip: skip || !isSite }, async () => {
  assert.equal(await page.locator("#tabs [role=tab]", { hasText: "Runs" }).count(), 0);
  await tab("choice");
  assert.equal(await page.locator("button:visible", { hasText: "Search between" }).count(), 0);
});

test("a link opens the same", { skip }, async () => {
  await choose("gallery/castle");
  await tab("levels");
  await page.fill("#seed", "77");
  await page.keyboard.press("Enter");
  await until(() => document.querySelector(".levels").dataset.seed === "77");
  const seen = await settled(page);
  await page.click("#share");
  await until(() => location.hash.length > 100);
  const link = page.url();
  await open(link);
  await until(() => document.querySelector(".levels").dataset.seed === "77");
  assert.equal(await settled(page), seen);
});

test("files of the folder are listed, opened and saved", { skip: skip || isSite }, async () => {
  writeFileSync(join(studio.folder, "mine.json"), script("gallery/garden"));
  await page.click("button:has-text('Read the folder again')");
  await page.click("#left button[title='mine.json']");
  await until(() => document.querySelector("input.name").value === "mine.json");
  await page.fill("input.name", "other");
  await page.click("button:has-text('Save')");
  await until(() => document.querySelector("#left button[title='other.json']") !== null);
  assert.equal(readFileSync(join(studio.folder, "other.json"), "utf8"), script("gallery/garden"));
});

test("a hostile script does not freeze the page", { skip }, async () => {
  await type('{"metadata": {"min": "200x200", "max": "200x200"}, "entities": ["a", "b"], "explorers": [{"type": "horz", "parameters": {"repeats": "1000000000"}, "rules": ["self(a) -> self(b)", "-> self(a)"]}]}');
  await tab("levels");
  await until(() => /budget|work|long/.test(document.querySelector(".levels-panel .trouble").textContent));
  await choose("gallery/maze");
  await until(() => document.querySelector(".levels-panel .trouble").hidden);
});

test("it fits a small screen, dark and light", { skip }, async () => {
  for (const colorScheme of ["dark", "light"]) {
    await page.emulateMedia({ colorScheme });
    for (const width of [400, 1280]) {
      await page.setViewportSize({ width, height: 850 });
      for (const name of ["levels", "trace", "range", "judge", "play", ...(isSite ? [] : ["runs"]), "choice", "draw"]) {
        await tab(name);
        await page.waitForTimeout(150);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(wide <= 0, `${name} is ${wide} pixels too wide at ${width}`);
      }
      await tab("levels");
      await shoot(`${colorScheme}-${width}`);
    }
  }
});

test("everything that can be pressed has a name", { skip }, async () => {
  const nameless = await page.evaluate(() =>
    [...document.querySelectorAll("button, input, select, canvas[tabindex]")]
      .filter((one) => !one.closest(".cm-editor") && one.type !== "file")
      .filter((one) => !(one.innerText?.trim() || one.getAttribute("aria-label") || one.title || one.labels?.length))
      .map((one) => one.outerHTML.slice(0, 120)),
  );
  assert.deepEqual(nameless, []);
});

test("nobody complained", { skip }, () => {
  assert.deepEqual(complaints, []);
});
