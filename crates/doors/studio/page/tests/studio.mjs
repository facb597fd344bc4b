/**
 * Opens the studio in Chromium, for tests.
 *
 * EVOLVE is the program (default: target/debug/evolve), CHROMIUM the browser, and SITE the address
 * of a page without a server, which is opened instead of one with a server.
 */

import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";

/** The project. */
export const root = new URL("../../../../../", import.meta.url).pathname;
const program = process.env.EVOLVE ?? join(root, "target/debug/evolve");
const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
/** How the browser is started. */
export const launch = () => chromium.launch({ executablePath, args: QUIET });

const QUIET = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Whether the page has no server. */
export const isSite = process.env.SITE !== undefined;

/** Why there is nothing to test with; false if there is. */
export const skip = existsSync(executablePath) ? (isSite || existsSync(program) ? false : `there is no ${program}`) : `there is no ${executablePath}`;

/** The picture of the levels. */
const pixels = (page) => page.evaluate(() => document.querySelector(".levels canvas").toDataURL());

/** The picture of the levels once it stays the same for a while, however slow the machine is. */
export async function settled(page) {
  let last = await pixels(page);
  for (let n_same = 0; n_same < 3; ) {
    await page.waitForTimeout(300);
    const next = await pixels(page);
    n_same = next === last ? n_same + 1 : 0;
    last = next;
  }
  return last;
}

/** The text of a script of the repository, such as "gallery/maze". */
export const script = (name) => readFileSync(join(root, `configs/generators/${name}.json`), "utf8");

/** Starts a browser, and the program in an empty folder; `open` opens the page at a width. */
export async function openStudio() {
  const folder = mkdtempSync(join(tmpdir(), "studio-"));
  const studio = isSite ? undefined : spawn(program, ["studio", folder, "--port", String(8200 + (process.pid % 700))]);
  const url = studio ? await addressOf(studio) : process.env.SITE;
  const browser = await launch();
  return {
    folder,
    url,
    /** A page, and what its console complained of. */
    async open(width = 1280, options = {}) {
      const page = await browser.newPage({ viewport: { width, height: 850 }, ...options });
      const complaints = [];
      page.on("console", (message) => {
        if (["error", "warning"].includes(message.type())) complaints.push(message.text());
      });
      page.on("pageerror", (error) => complaints.push(error.message));
      await page.goto(url);
      await page.waitForSelector("body[data-ready]");
      return { page, complaints };
    },
    async close() {
      await browser.close();
      if (studio) {
        const ended = new Promise((resolve) => studio.once("exit", resolve));
        studio.kill("SIGINT");
        await ended;
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The address that the program prints once it listens. */
function addressOf(studio) {
  return new Promise((resolve, reject) => {
    let said = "";
    const hear = (part) => {
      said += part;
      const [url] = /http:\/\/127\S+/.exec(said) ?? [];
      if (url) resolve(url);
    };
    studio.stdout.on("data", hear);
    studio.stderr.on("data", hear);
    studio.on("exit", () => reject(new Error(`the studio ended: ${said}`)));
  });
}
