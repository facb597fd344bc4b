/** The worker that answers questions. */

import { load } from "./wasm";

const module = load();

module.then(
  () => postMessage("ready"),
  () => undefined, // whoever asks is told
);

onmessage = async ({ data }: MessageEvent<string>) => {
  try {
    const { answer } = await module;
    postMessage(answer(data));
  } catch (error) {
    // The page hears of errors, but not of promises that fail.
    setTimeout(() => {
      throw error;
    });
  }
};
