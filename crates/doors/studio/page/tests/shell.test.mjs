/** The parts around the panels in a real browser: editor, dials, files, links. Settings as in studio.mjs. */

import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, beforeEach, test } from "node:test";
import { isSite, openStudio, script, settled, skip } from "./studio.mjs";

let studio, page, complaints;
/** What pages complained of that are closed. */
const earlier = [];

before(async () => {
  if (skip) return;
  studio = await openStudio();
  mkdirSync(join(studio.folder, "sub"));
  writeFileSync(join(studio.folder, "sub/cave.json"), script("gallery/caves"));
  writeFileSync(join(studio.folder, "castle.json"), script("gallery/maze"));
});

after(() => studio?.close());

beforeEach(async () => {
  if (skip) return;
  earlier.push(...(complaints ?? []));
  await page?.close();
  ({ page, complaints } = await studio.open());
  await ready();
});

const ready = async () => {
  await page.waitForSelector("body[data-ready]");
  await page.waitForFunction(() => Number(document.querySelector(".levels").dataset.made) > 0);
};
const choose = (name) => page.evaluate((name) => document.querySelector(`#left button[title='${name}']`).click(), name);
const status = (words) => page.waitForFunction((words) => document.querySelector("#status").textContent.includes(words), words);

async function type(words) {
  await page.click(".cm-content");
  await page.keyboard.press("Control+A");
  await page.keyboard.insertText(words);
}

/** Labels that are offered between two parts of a script. */
async function offered(before, after) {
  await type(before + after);
  for (const _ of after) await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Control+Space");
  await page.waitForSelector(".cm-tooltip-autocomplete");
  const labels = await page.locator(".cm-tooltip-autocomplete .cm-completionLabel").allInnerTexts();
  await page.keyboard.press("Escape");
  return labels;
}

test("completion knows where it is in a rule", { skip }, async () => {
  const head = '{"metadata": {"min": "9x9", "max": "9x9"}, "entities": ["empty", "solid"], "neighborhoods": {"shadow": "2,01"}, "explorers": [{"type": "horz", ';
  const condition = await offered(`${head}"rules": ["`, ' -> self(solid)"]}]}');
  for (const word of ["shadow(", "dist(", "horz(", "cpercent", "solid"]) assert.ok(condition.includes(word), word);
  assert.ok(!condition.includes("minPath("));
  const executer = await offered(`${head}"rules": ["-> `, '"]}]}');
  assert.ok(executer.includes("shadow(") && !executer.includes("random"));
  const list = await offered(`${head}"rules": ["-> self(`, ')"]}]}');
  assert.deepEqual([...list].sort(), ["any", "empty", "entity", "solid", "unknown"]);
  const parameter = await offered(`${head}"parameters": {"directions": "`, '"}, "rules": ["-> self(solid)"]}]}');
  assert.ok(parameter.includes("shadow") && parameter.includes("plus"));
});

test("dials stay over a mistake, and begin anew with another script", { skip }, async () => {
  await choose("dials/rooms");
  const slider = () => page.locator(".dials input").first();
  await slider().waitFor();
  const first = await slider().inputValue();
  await slider().fill("3");
  const source = script("dials/rooms");
  await type(source.replace("self(solid)", "self(sold)"));
  await page.waitForSelector("#mistakes li.error");
  assert.equal(await slider().inputValue(), "3");
  await type(source);
  await page.waitForFunction(() => document.querySelectorAll("#mistakes li.error").length === 0);
  assert.equal(await slider().inputValue(), "3");
  const seen = await settled(page);
  await page.click("#share");
  await page.waitForFunction(() => location.hash.length > 100);
  const link = page.url();
  await choose("dials/rooms");
  await page.waitForFunction((first) => document.querySelector(".dials input").value === first, first);
  await page.close();
  ({ page } = await studio.open());
  await page.goto("about:blank");
  await page.goto(link);
  await ready();
  await slider().waitFor();
  assert.equal(await slider().inputValue(), "3");
  assert.equal(await settled(page), seen);
});

test("the filter looks into closed groups", { skip: skip || isSite }, async () => {
  assert.ok(!(await page.locator("#left button[title='evolved/sokoban']").isVisible()));
  await page.fill("#left input[type=search]", "sokob evol");
  assert.ok(await page.locator("#left button[title='evolved/sokoban']").isVisible());
  assert.ok(!(await page.locator("#left summary", { hasText: "gallery" }).isVisible()));
  await page.fill("#left input[type=search]", "");
  assert.ok(!(await page.locator("#left button[title='evolved/sokoban']").isVisible()));
});

test("files are saved where they come from, and others are not replaced unasked", { skip: skip || isSite }, async () => {
  await choose("sub/cave.json");
  await status("sub/cave.json is open");
  await type(script("gallery/garden"));
  await page.keyboard.press("Control+s");
  await status("saved as sub/cave.json");
  assert.equal(readFileSync(join(studio.folder, "sub/cave.json"), "utf8"), script("gallery/garden"));
  assert.ok(!existsSync(join(studio.folder, "cave.json")));
  await choose("gallery/castle");
  const asked = [];
  page.on("dialog", (dialog) => {
    asked.push(dialog.message());
    void dialog.dismiss();
  });
  await Promise.all([page.waitForEvent("dialog"), page.click("button:has-text('Save')")]);
  assert.match(asked.join(), /castle\.json/);
  assert.equal(readFileSync(join(studio.folder, "castle.json"), "utf8"), script("gallery/maze"));
});

test("a file that is dropped on the editor is opened once", { skip: skip || isSite }, async () => {
  await page.evaluate((content) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([content], "dropped.json"));
    document.querySelector(".cm-content").dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
  }, script("gallery/mine"));
  await status("dropped.json is open");
  await page.waitForTimeout(200);
  await page.fill("input.name", "dropped");
  await page.click("button:has-text('Save')");
  await status("saved as dropped.json");
  assert.equal(readFileSync(join(studio.folder, "dropped.json"), "utf8"), script("gallery/mine"));
});

test("a rule of a trace leads to its own place, and the keyboard keeps it", { skip }, async () => {
  await type('{"metadata": {"min": "9x9", "max": "9x9"}, "entities": ["empty", "solid"], "explorers": [{"rules": ["-> self(solid)"]}, {"type": "rand", "parameters": {"tiles": 9}, "rules": ["->self(empty)"]}, {"rules": ["-> self(solid)"]}]}');
  await page.click("#tab-trace");
  await page.waitForFunction(() => document.querySelector(".trace").dataset.frames === "3");
  await page.locator(".explorers button").nth(1).focus();
  await page.keyboard.press("Enter");
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "rand");
  await page.click(".trace .rule");
  assert.match(await page.evaluate(() => getSelection().toString()), /->self\(empty\)/);
  await page.locator(".explorers button").nth(0).click();
  await page.click(".trace .rule");
  const first = await page.evaluate(() => getSelection().getRangeAt(0).getBoundingClientRect().toJSON());
  await page.locator(".explorers button").nth(2).click();
  await page.click(".trace .rule");
  const last = await page.evaluate(() => getSelection().getRangeAt(0).getBoundingClientRect().toJSON());
  assert.notDeepEqual(first, last);
});

test("a level that is seen can be saved, also after a mistake", { skip }, async () => {
  await choose("gallery/maze");
  await settled(page);
  await type(script("gallery/maze").replace("self(solid)", "self(sold)"));
  await page.waitForSelector("#mistakes li.error");
  await page.click(".levels button");
  assert.ok(!(await page.locator("dialog button:has-text('Trace it')").count()));
  const [saved] = await Promise.all([page.waitForEvent("download"), page.click("dialog button:has-text('CSV')")]);
  assert.match(saved.suggestedFilename(), /\.csv$/);
});

test("loading the page anew loses nothing", { skip }, async () => {
  const own = script("gallery/maze").replace(/"\d+x\d+"/g, '"23x23"');
  await choose("gallery/castle");
  await page.click("#share");
  await page.waitForFunction(() => location.hash.length > 100);
  await type(own);
  await page.fill("#seed", "12");
  await page.keyboard.press("Enter");
  await page.reload();
  await ready();
  await page.waitForFunction(() => document.querySelector(".levels").dataset.seed === "12");
  await page.waitForFunction(() => document.querySelector(".cm-content").innerText.includes("23x23"));
});

test("a link that cannot be read is told", { skip }, async () => {
  await page.goto("about:blank");
  await page.goto(`${studio.url}#s=AAAA`);
  await ready();
  await status("cannot be read");
});

test("nobody complained", { skip }, () => {
  assert.deepEqual([...earlier, ...complaints], []);
});
