/** A worker that runs one search. */

import { load } from "./wasm";

onmessage = async ({ data }: MessageEvent<string>) => {
  const { search } = await load((message) => postMessage(message));
  search(data);
};
