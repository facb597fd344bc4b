/** Answers without a server: workers that run the same code, compiled to wasm. */

import type { Answers, Engine, Question } from "./api";
import { localRuns } from "./local-runs";

/** A question that takes longer is hostile: its worker is ended, and another one begins. */
const PATIENCE_MS = 15_000;

interface Waiting {
  resolve(answer: unknown): void;
  reject(error: Error): void;
  timer: ReturnType<typeof setTimeout>;
}

export function workerEngine(): Engine {
  let worker: Worker | undefined;
  let last = 0;
  const waiting = new Map<number, Waiting>();

  const end = (message: string): void => {
    worker?.terminate();
    worker = undefined;
    for (const { reject, timer } of waiting.values()) {
      clearTimeout(timer);
      reject(new Error(message));
    }
    waiting.clear();
  };
  const begin = (): Worker => {
    const begun = new Worker("worker.js");
    begun.onmessage = ({ data }: MessageEvent<{ number: number; answer: string }>) => {
      const asked = waiting.get(data.number);
      if (!asked) return;
      clearTimeout(asked.timer);
      waiting.delete(data.number);
      asked.resolve(JSON.parse(data.answer));
    };
    begun.onerror = () => end("The question ended in a fault of the studio.");
    return begun;
  };

  return {
    async ask<K extends keyof Answers>(question: Extract<Question, { do: K }>): Promise<Answers[K]> {
      worker ??= begin();
      const number = ++last;
      const answer = await new Promise<unknown>((resolve, reject) => {
        const timer = setTimeout(() => end("The script takes too long."), PATIENCE_MS);
        waiting.set(number, { resolve, reject, timer });
        worker?.postMessage({ number, question: JSON.stringify(question) });
      });
      const refused = answer as { error?: string };
      if (refused.error !== undefined) throw new Error(refused.error);
      return answer as Answers[K];
    },
    runs: localRuns(),
  };
}
