/** The panels of the page in a real browser. Settings as in studio.mjs. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { isSite, openStudio, settled, skip } from "./studio.mjs";

/** Time for a small search, in a build for tests. */
const SEARCH_MS = 180_000;

let studio;
before(async () => {
  if (!skip) studio = await openStudio();
});
after(() => studio?.close());

/** A test with a page of its own, at both widths; nothing may complain. */
function inPage(name, run, widths = [1280, 400]) {
  for (const width of widths) {
    test(`${name} at ${width} pixels`, { skip, timeout: 2 * SEARCH_MS }, async () => {
      const { page, complaints } = await studio.open(width);
      page.setDefaultTimeout(20_000);
      await run(page);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(overflow <= 0, `the page is ${overflow} pixels too wide`);
      assert.deepEqual(complaints, []);
      await page.close();
    });
  }
}

const tab = (page, name) => page.getByRole("tab", { name, exact: true }).click();
const editorText = (page) => page.locator(".cm-content").evaluate((content) => content.innerText);
const choose = (page, problem) => page.selectOption("#problem", problem);

/** Opens a script of the gallery. */
async function openScript(page, name) {
  await page.locator("#left").getByRole("button", { name, exact: true }).first().click();
}

/** Draws a level by its rows. */
const TILES = { "#": "solid", "-": "empty", "@": "player", $: "crate", ".": "target" };
async function drawLevel(page, rows) {
  await tab(page, "Draw");
  const easel = page.locator("canvas.easel");
  await easel.waitFor();
  await page.getByLabel("Columns").fill(String(rows[0].length));
  await page.getByLabel("Columns").press("Enter");
  await page.getByLabel("Rows").fill(String(rows.length));
  await page.getByLabel("Rows").press("Enter");
  for (const [y, row] of rows.entries()) {
    for (const [x, letter] of [...row].entries()) {
      await page.getByRole("radio", { name: TILES[letter] }).click();
      const { width, height } = await easel.boundingBox();
      const position = { x: ((x + 0.5) * width) / row.length, y: ((y + 0.5) * height) / rows.length };
      await easel.click({ position });
    }
  }
}

inPage("the heat map fills, and a bin shows its levels", async (page) => {
  await tab(page, "Range");
  await page.getByText("1000 levels", { exact: true }).waitFor();
  const map = page.locator("canvas.heat").first();
  await map.focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  const level = page.locator(".range .level").first();
  await level.click();
  await page.locator("dialog[open] canvas").waitFor();
  await page.keyboard.press("Escape");
});

inPage("two scripts are compared on the same axes", async (page) => {
  await tab(page, "Range");
  await page.getByText("1000 levels", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Keep this one" }).click();
  await openScript(page, "caves");
  await page.getByText("1000 levels", { exact: true }).waitFor();
  assert.equal(await page.locator("canvas.heat:visible").count(), 2);
  const box = await page.locator("canvas.heat").nth(1).boundingBox();
  assert.ok(box.width > 200 && box.height > 150, "the second map is large enough to read");
});

inPage("a judgement tells what fails, and why", async (page) => {
  await choose(page, "zelda");
  // Known generators in the tiles of a problem are seldom all good.
  await tab(page, "Choice");
  await page.getByRole("button", { name: /^Open .* in the editor/ }).first().click();
  await tab(page, "Judge");
  await page.locator(".judge tbody tr").nth(3).waitFor();
  assert.match(await page.locator(".judge table").innerText(), /playable[\s\S]*good[\s\S]*diverse/);
  const failing = page.locator(".judge .level");
  await failing.first().waitFor();
  assert.ok((await page.locator(".judge figcaption li").first().innerText()).length > 3);
  await failing.first().click();
  await page.locator("dialog[open] canvas").waitFor();
  await page.keyboard.press("Escape");
  await page.locator(".judge select").selectOption("1000");
  await page.getByText("1000 levels", { exact: true }).waitFor();
});

inPage("a script for other tiles is told in plain words", async (page) => {
  await choose(page, "sokoban");
  await openScript(page, "caves");
  await tab(page, "Judge");
  await page.locator(".judge .trouble:visible").waitFor();
  assert.match(await page.locator(".judge .trouble").innerText(), /sokoban/);
});

inPage(
  "a search is run, and its generators are opened",
  async (page) => {
    await choose(page, "sokoban");
    await tab(page, "Runs");
    await page.getByLabel("Name", { exact: true }).fill("tiny");
    await page.getByLabel("Budget").selectOption("20000");
    await page.getByRole("button", { name: "Start search" }).click();
    await page.getByRole("cell", { name: "finished" }).waitFor({ timeout: SEARCH_MS });
    await page.locator(".chart polyline").waitFor();
    const before = await editorText(page);
    await page.getByRole("button", { name: "Open best" }).click();
    await page.waitForFunction((text) => document.querySelector(".cm-content").innerText !== text, before);
    const dots = page.locator(".chart .dot");
    await dots.first().focus();
    await page.keyboard.press("Enter");
    await page.locator("#status").getByText("is in the editor").waitFor();
    await page.getByLabel("Front up").selectOption({ index: 1 });
    assert.ok((await dots.count()) > 0);
    await tab(page, "Levels");
    await page.locator(".levels canvas").first().waitFor();
  },
  isSite ? [] : [1280],
);

inPage(
  "a search is stopped and goes on",
  async (page) => {
    // A search for puzzles lasts; one for zelda is over in seconds.
    await choose(page, "sokoban");
    await tab(page, "Runs");
    await page.getByLabel("Name", { exact: true }).fill("long");
    await page.getByLabel("Budget").selectOption("800000");
    await page.getByRole("button", { name: "Start search" }).click();
    const line = page.getByRole("row", { name: /long/ });
    await line.getByRole("button", { name: "Stop" }).click();
    await line.getByRole("button", { name: "Resume" }).click({ timeout: SEARCH_MS });
    await line.getByRole("cell", { name: "running" }).waitFor();
    await line.getByRole("button", { name: "Stop" }).click();
    await line.getByRole("button", { name: "Resume" }).waitFor({ timeout: SEARCH_MS });
  },
  isSite ? [] : [1280],
);

inPage("a puzzle that was drawn is played to its end", async (page) => {
  await choose(page, "sokoban");
  await drawLevel(page, ["@$-.", "----"]);
  await page.getByRole("button", { name: "Play it" }).click();
  const game = page.locator("canvas.game");
  await game.focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("z");
  await page.getByText("0 steps").waitFor();
  await page.keyboard.press("ArrowRight");
  await page.getByRole("group", { name: "Steps" }).getByRole("button", { name: "right" }).click();
  await page.getByText("Done!").waitFor();
  await page.getByRole("button", { name: "Begin again" }).click();
  await page.getByRole("button", { name: "Show the way" }).click();
  await page.getByText("Playable.").waitFor();
});

inPage(
  "generators like a sketch of a few tiles are searched for",
  async (page) => {
    await choose(page, "sokoban");
    await drawLevel(page, ["####", "#--#", "####"]);
    await page.getByRole("button", { name: "Ask for generators like it" }).click();
    await page.getByRole("button", { name: "Start a search" }).click();
    const line = page.getByRole("row", { name: /drawn-/ }).last();
    await line.getByRole("button", { name: "Stop" }).or(line.getByRole("button", { name: "Open best" })).first().click();
  },
  isSite ? [] : [1280, 400],
);

inPage("generators like a drawing are asked for", async (page) => {
  await choose(page, "zelda");
  await openScript(page, "zelda");
  await tab(page, "Draw");
  const easel = page.locator("canvas.easel");
  const blank = await easel.evaluate((canvas) => canvas.toDataURL());
  await page.getByRole("button", { name: "Take a level of the script" }).click();
  // A key that comes before the level changes the blank drawing instead.
  await page.waitForFunction((blank) => document.querySelector("canvas.easel").toDataURL() !== blank, blank);
  await easel.focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Space");
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("button", { name: "Redo" }).click();
  await page.getByRole("button", { name: "Ask for generators like it" }).click();
  await page.getByText("It is chosen now.").waitFor();
  assert.equal(await page.getByRole("button", { name: "Start a search" }).count(), isSite ? 0 : 1);
  assert.match(await page.locator("#problem option:checked").innerText(), /problem file/);
});

inPage("levels are shown as two drawings are understood", async (page) => {
  await choose(page, "sokoban");
  await drawLevel(page, ["####", "#@-#", "####"]);
  await page.getByRole("button", { name: "New drawing" }).click();
  await drawLevel(page, ["####", "#-@#", "####"]);
  const levels = page.locator(".understood .level");
  await levels.first().waitFor();
  assert.equal(await levels.count(), 6);
  const list = page.locator(".understood ol");
  // A later answer replaces the list by a closed one.
  for (let n = 0; n < 20 && !(await list.isVisible()); n += 1) {
    await page.locator(".understood summary").click();
    await page.waitForTimeout(300);
  }
  assert.match(await list.innerText(), /solid/);
});

inPage("generators are chosen and bred", async (page) => {
  await choose(page, "zelda");
  await tab(page, "Choice");
  const like = page.getByRole("button", { name: /^Like / });
  await like.first().waitFor();
  assert.ok((await like.count()) >= 9);
  await like.nth(1).click();
  const lock = page.locator(".locks input").first();
  await lock.check();
  await page.getByRole("button", { name: "Breed" }).click();
  await page.locator(".lineage li").nth(1).waitFor();
  await page.locator(".choice .mini canvas").first().waitFor();
  await page.locator(".lineage button").first().click();
  assert.equal(await like.nth(1).getAttribute("aria-pressed"), "true");
  await page.getByRole("button", { name: /^Open .* in the editor/ }).first().click();
});

inPage(
  "a short search between two choices gives the next sheet",
  async (page) => {
    await choose(page, "zelda");
    await tab(page, "Choice");
    await page.getByRole("button", { name: /^Like / }).first().click();
    await page.locator(".choice select").selectOption({ index: 0 });
    await page.getByRole("button", { name: "Search between" }).click();
    await page.locator(".lineage li").nth(1).waitFor({ timeout: SEARCH_MS });
    await page.locator(".choice .mini canvas").first().waitFor();
  },
  isSite ? [] : [1280],
);

inPage("levels look as in the pictures that are saved", async (page) => {
  for (const name of ["continent", "castle"]) {
    await openScript(page, name);
    await tab(page, "Levels");
    await page.waitForFunction((name) => document.querySelector("#left [aria-current='true']")?.textContent === name, name);
    await settled(page);
    await page.locator(".levels .level").first().click();
    await page.waitForTimeout(300);
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "PNG", exact: true }).click()]);
    const png = `data:image/png;base64,${readFileSync(await download.path()).toString("base64")}`;
    const difference = await page.evaluate(async (png) => {
      const shown = document.querySelector("#large canvas");
      const { width, height } = shown;
      const saved = new Image();
      saved.src = png;
      await saved.decode();
      const canvas = new OffscreenCanvas(width, height);
      const context = canvas.getContext("2d");
      context.drawImage(saved, 0, 0, width, height);
      const pixels = (context) => context.getImageData(0, 0, width, height).data;
      const [one, other] = [pixels(context), pixels(shown.getContext("2d"))];
      return one.reduce((sum, channel, at) => sum + Math.abs(channel - other[at]), 0) / one.length;
    }, png);
    assert.ok(difference < 4, `${name}: channels differ by ${difference}`);
    await page.getByRole("button", { name: "Close", exact: true }).click();
  }
});
