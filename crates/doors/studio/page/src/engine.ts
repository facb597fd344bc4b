/** Who answers this page. */

import type { Engine, Runs } from "./api";
import { serverEngine } from "./engine-server";
import { workerEngine } from "./engine-worker";

/** The server, if it wrote its token into the page; else workers. */
export function chooseEngine(): Engine {
  const token = document.querySelector<HTMLMetaElement>('meta[name="token"]')?.content ?? "";
  return token === "" || token.startsWith("{{") ? workerEngine() : serverEngine(token);
}

/** The searches of whoever answers; nothing offers them where there are none. */
export function runsOf({ runs }: Engine): Runs {
  if (!runs) throw new Error("Only `evolve studio` searches.");
  return runs;
}
