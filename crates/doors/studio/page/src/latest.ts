/** Work for the newest wish only. */

/**
 * Runs `work` for one wish at a time. Of the wishes that come meanwhile, the last one is next, and
 * all others are forgotten.
 */
export function latest<T>(work: (wish: T) => Promise<void>): (wish: T) => void {
  let running = false;
  let next: { wish: T } | undefined;
  const run = async (wish: T): Promise<void> => {
    running = true;
    try {
      await work(wish);
    } finally {
      running = false;
      const then = next;
      next = undefined;
      if (then) void run(then.wish);
    }
  };
  return (wish) => {
    if (running) next = { wish };
    else void run(wish);
  };
}

/** Calls `work` once no call came for this many milliseconds. */
export function pause(milliseconds: number, work: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(work, milliseconds);
  };
}
