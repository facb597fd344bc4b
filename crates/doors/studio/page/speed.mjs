/**
 * How fast the page is, for each script of the gallery: `EVOLVE=PROGRAM node speed.mjs`.
 *
 * From a key to sixteen new levels (median of five, the pause in typing included), and from the
 * click on Range to a map of a thousand levels.
 */

import { openStudio } from "./tests/studio.mjs";

const studio = await openStudio();
const { page } = await studio.open();
const names = await page.evaluate(() =>
  [...document.querySelectorAll("#left details button")].map(({ title }) => title).filter((name) => name.startsWith("gallery/")),
);

/** Milliseconds until the grid of levels is new. */
async function keyTime() {
  await page.click(".cm-content");
  await page.keyboard.press("Control+End");
  const seen = page.evaluate(
    () =>
      new Promise((resolve) => {
        addEventListener("keydown", () => (window.pressed = performance.now()), { once: true, capture: true });
        const grid = document.querySelector(".levels");
        new MutationObserver((_, observer) => {
          observer.disconnect();
          resolve(performance.now() - window.pressed);
        }).observe(grid, { attributes: true, attributeFilter: ["data-made"] });
      }),
  );
  await page.keyboard.press("Space");
  return seen;
}

async function rangeTime() {
  await page.evaluate(() => {
    document.querySelector("#status").textContent = "";
    window.pressed = performance.now();
  });
  await page.click("#tab-range");
  await page.waitForFunction(() => document.querySelector("#status").textContent.startsWith("1000 levels"), null, { timeout: 120_000 });
  return page.evaluate(() => performance.now() - window.pressed);
}

for (const name of names) {
  await page.click("#tab-levels");
  await page.evaluate((name) => document.querySelector(`#left button[title='${name}']`).click(), name);
  await page.waitForTimeout(500);
  const times = [];
  for (let index = 0; index < 5; index++) times.push(await keyTime());
  times.sort((one, other) => one - other);
  const range = await rangeTime();
  console.log(`${name.padEnd(22)} ${times[2].toFixed(0).padStart(4)} ms  ${(range / 1000).toFixed(1)} s`);
}
await studio.close();
