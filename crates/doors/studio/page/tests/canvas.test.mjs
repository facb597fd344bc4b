/** The example of engines/web in a real browser, if the module is built. */

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { test } from "node:test";
import { launch, root, skip } from "./studio.mjs";

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".json": "application/json", ".wasm": "application/wasm" };
const isBuilt = existsSync(join(root, "engines/web/marahel.wasm"));

test("a few lines draw a level on a canvas", { skip: skip || (!isBuilt && "engines/web is not built") }, async () => {
  const server = createServer(({ url }, response) => {
    const path = join(root, new URL(url, "http://localhost").pathname);
    const type = TYPES[extname(path)];
    if (!type || !existsSync(path)) response.writeHead(404).end();
    else response.writeHead(200, { "Content-Type": type }).end(readFileSync(path));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const browser = await launch();
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${server.address().port}/engines/web/examples/index.html`);
  await page.waitForFunction(() => {
    const { width, height } = document.querySelector("canvas");
    const { data } = document.querySelector("canvas").getContext("2d").getImageData(0, 0, width, height);
    return new Set(new Uint32Array(data.buffer)).size >= 4;
  });
  await browser.close();
  server.close();
});
