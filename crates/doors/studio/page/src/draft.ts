/** What somebody wrote, kept while this tab of the browser is open: loading the page anew loses nothing. */

import type { Shared } from "./share";

export interface Draft extends Shared {
  /** Where the script is in the folder. */
  path?: string;
  /** The address that the page had; at another one, another script is wanted. */
  hash: string;
}

const KEY = "draft";

/** Keeps what `draft` says when the page goes away. */
export function keepDraft(draft: () => Draft): void {
  addEventListener("pagehide", () => {
    try {
      sessionStorage.setItem(KEY, JSON.stringify(draft()));
    } catch {
      // A browser may have no room, or not allow it.
    }
  });
}

export function draftOf(hash: string): Draft | undefined {
  try {
    const draft = JSON.parse(sessionStorage.getItem(KEY) ?? "null") as Draft | null;
    return draft?.hash === hash ? draft : undefined;
  } catch {
    return undefined;
  }
}
