/** Who answers this page. */

import type { Engine } from "./api";
import { serverEngine } from "./engine-server";
import { workerEngine } from "./engine-worker";

/** The server, if it wrote its token into the page; else workers. */
export function chooseEngine(): Engine {
  const token = document.querySelector<HTMLMetaElement>('meta[name="token"]')?.content ?? "";
  return token === "" || token.startsWith("{{") ? workerEngine() : serverEngine(token);
}
