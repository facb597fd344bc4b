/** Searches in workers of the page; they are gone when it is closed. */

import type { Row, Run, RunFound, Runs, RunWish } from "./api";

interface LocalRun {
  wish: RunWish;
  found: RunFound;
  worker?: Worker;
  /** A state to go on from. */
  checkpoint?: string;
  /** Generations that are over at that state. */
  generations: number;
  scripts: Record<string, string>;
}

/** What the search tells, see `search` in crates/marahel-studio. */
interface Message extends Partial<Omit<RunFound, "generations">> {
  generation?: Row;
  checkpoint?: string;
  scripts?: Record<string, string>;
}

export function localRuns(): Runs {
  const runs = new Map<string, LocalRun>();
  const known = (name: string): LocalRun => {
    const run = runs.get(name);
    if (!run) throw new Error(`There is no run ${name}.`);
    return run;
  };
  return {
    list: async () => [...runs.values()].map(({ found }) => summary(found)),
    async start(wish) {
      const name = freeName(wish.name, runs);
      const problem = wish.problem.includes("\n") ? "problem file" : wish.problem;
      const begun = { state: "running", share: 0, message: "", best_so_far: "" } as const;
      const found: RunFound = { name, problem, ...begun, generations: [], front: [] };
      const run: LocalRun = { wish, found, generations: 0, scripts: {} };
      runs.set(name, run);
      begin(run);
      return name;
    },
    found: async (name) => structuredClone(known(name).found),
    async script(name, script) {
      const text = known(name).scripts[script];
      if (text === undefined) throw new Error(`The run ${name} has no ${script}.`);
      return text;
    },
    async stop(name) {
      const run = known(name);
      if (run.found.state !== "running") return;
      run.worker?.terminate();
      run.found.state = "stopped";
      run.found.best_so_far = "";
    },
    async resume(name) {
      const run = known(name);
      if (run.found.state === "running") return;
      run.found.generations.length = run.generations;
      run.found.state = "running";
      begin(run);
    },
  };
}

function begin(run: LocalRun): void {
  const worker = new Worker("search-worker.js");
  run.worker = worker;
  worker.onmessage = ({ data }: MessageEvent<string>) => hear(run, JSON.parse(data) as Message);
  worker.onerror = () => hear(run, { state: "failed", message: "The search ended in a fault." });
  worker.postMessage(JSON.stringify({ ...run.wish, checkpoint: run.checkpoint ?? null }));
}

function hear(run: LocalRun, { generation, checkpoint, scripts, ...rest }: Message): void {
  if (generation) run.found.generations.push(generation);
  if (checkpoint) {
    run.checkpoint = checkpoint;
    run.generations = run.found.generations.length;
  }
  Object.assign(run.scripts, scripts);
  Object.assign(run.found, rest);
  if (run.found.state !== "running") run.worker?.terminate();
}

function summary({ name, problem, state, share, message, best_so_far }: RunFound): Run {
  return { name, problem, state, share, message, best_so_far };
}

function freeName(wished: string, runs: Map<string, LocalRun>): string {
  const base = wished.toLowerCase().replace(/[^a-z0-9_-]+/g, "-") || "run";
  let name = base;
  for (let number = 2; runs.has(name); number++) name = `${base}-${number}`;
  return name;
}
