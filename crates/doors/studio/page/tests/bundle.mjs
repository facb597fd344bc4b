/** Modules of the page for tests. */

import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const page = fileURLToPath(new URL("..", import.meta.url));

/** What modules export, such as `panels/bins`. */
export async function load(...modules) {
  const contents = modules.map((path) => `export * from "./src/${path}";`).join("\n");
  const bundle = await build({
    stdin: { contents, resolveDir: page },
    bundle: true,
    format: "esm",
    write: false,
  });
  return import(`data:text/javascript,${encodeURIComponent(bundle.outputFiles[0].text)}`);
}
