/** What is known of the chosen problem. */

import type { ProblemInfo } from "../api";
import type { App } from "../app";

const known = new Map<string, Promise<ProblemInfo>>();

export function problemOf(app: App): Promise<ProblemInfo> {
  const problem = app.problem();
  const builtIn = app.problems.find(({ name }) => name === problem);
  if (builtIn) return Promise.resolve(builtIn);
  let asked = known.get(problem);
  if (!asked) {
    asked = app.engine.ask<"problem">({ do: "problem", problem });
    known.set(problem, asked);
    // An answer that failed may come another time.
    asked.catch(() => known.delete(problem));
  }
  return asked;
}
