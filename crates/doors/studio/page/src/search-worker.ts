/** A worker that runs one search. */

import { load } from "./wasm";

onmessage = async ({ data }: MessageEvent<string>) => {
  try {
    const { search } = await load((message) => postMessage(message));
    search(data);
  } catch (error) {
    // The page hears of errors, but not of promises that fail.
    setTimeout(() => {
      throw error;
    });
  }
};
