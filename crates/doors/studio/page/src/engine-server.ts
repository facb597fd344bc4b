/** Answers of the server `evolve studio`. */

import type { Answers, Engine, Question, RunFound, Run } from "./api";

/** Longer than any answer may take; the server has limits of its own. */
const PATIENCE_MS = 60_000;

export function serverEngine(token: string): Engine {
  const call = async (path: string, init: RequestInit = {}): Promise<Response> => {
    let response: Response;
    try {
      response = await fetch(path, {
        ...init,
        headers: { "X-Token": token, ...init.headers },
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
    } catch (error) {
      const late = error instanceof DOMException && error.name === "TimeoutError";
      throw new Error(late ? "The studio did not answer in time." : "The studio does not answer. Is it still running?");
    }
    if (!response.ok) throw new Error(await refusal(response));
    return response;
  };
  const json = async <T>(path: string, init?: RequestInit): Promise<T> => (await call(path, init)).json() as Promise<T>;
  const post = (body: unknown): RequestInit => ({
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  const runPath = (name: string): string => `api/runs/${encodeURIComponent(name)}`;
  const filePath = (path: string): string => `api/file?path=${encodeURIComponent(path)}`;

  return {
    async ask<K extends keyof Answers>(question: Extract<Question, { do: K }>): Promise<Answers[K]> {
      const answer = await json<Answers[K] | { error: string }>("api/ask", post(question));
      if ("error" in answer) throw new Error(answer.error);
      return answer;
    },
    files: {
      list: () => json("api/files"),
      read: async (path) => (await call(filePath(path))).text(),
      write: async (path, text) => void (await call(filePath(path), { method: "PUT", body: text })),
    },
    runs: {
      list: () => json<Run[]>("api/runs"),
      start: async (wish) => (await json<{ name: string }>("api/runs", post(wish))).name,
      found: (name) => json<RunFound>(runPath(name)),
      script: async (name, script) =>
        (await call(`${runPath(name)}/script?file=${encodeURIComponent(script)}`)).text(),
      stop: async (name) => void (await call(`${runPath(name)}/stop`, { method: "POST" })),
      resume: async (name) => void (await call(`${runPath(name)}/resume`, { method: "POST" })),
    },
  };
}

/** Why the server refused: its JSON answer, or its text. */
async function refusal(response: Response): Promise<string> {
  const text = await response.text();
  try {
    return (JSON.parse(text) as { error: string }).error;
  } catch {
    return text || `The studio answered ${response.status}.`;
  }
}
