/** Opens the studio of the program `EVOLVE` in Chromium, for tests. */

import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";

const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";
const QUIET = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Starts the program in an empty folder and a browser; `pages` opens the page at a width. */
export async function openStudio() {
  const folder = await mkdtemp(join(tmpdir(), "studio-"));
  const program = spawn(process.env.EVOLVE, ["studio", folder, "--port", String(8200 + (process.pid % 700))]);
  const url = await addressOf(program);
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: QUIET });
  return {
    folder,
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
      const ended = new Promise((resolve) => program.once("exit", resolve));
      program.kill("SIGINT");
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The address that the program prints once it listens. */
function addressOf(program) {
  return new Promise((resolve, reject) => {
    let said = "";
    const hear = (part) => {
      said += part;
      const [url] = /http:\/\/127\S+/.exec(said) ?? [];
      if (url) resolve(url);
    };
    program.stdout.on("data", hear);
    program.stderr.on("data", hear);
    program.on("exit", () => reject(new Error(`the studio ended: ${said}`)));
  });
}
