/** Answers without a server: workers that run the same code, compiled to wasm. */

import type { Answers, Engine, Question } from "./api";
import { Lane } from "./lane";

/** Questions that somebody waits for while typing. All others may take seconds. */
const QUICK: ReadonlySet<Question["do"]> = new Set(["about", "check", "levels", "trace", "explain", "problem"]);

/** Milliseconds that drafts may take, for which thousands of levels are made. */
const PATIENCE_OF_DRAFTS = 60_000;

export function workerEngine(): Engine {
  const quick = new Lane();
  const slow = new Lane();
  const drafts = new Lane(PATIENCE_OF_DRAFTS);
  return {
    async ask<K extends keyof Answers>(question: Extract<Question, { do: K }>): Promise<Answers[K]> {
      const lane = QUICK.has(question.do) ? quick : question.do === "draft" ? drafts : slow;
      const answer = await lane.ask(question);
      const refused = answer as { error?: string };
      if (refused.error !== undefined) throw new Error(refused.error);
      return answer as Answers[K];
    },
  };
}
