/** The worker that answers questions. */

import { load } from "./wasm";

const module = load(() => undefined);

onmessage = async ({ data }: MessageEvent<{ number: number; question: string }>) => {
  const { answer } = await module;
  postMessage({ number: data.number, answer: answer(data.question) });
};
