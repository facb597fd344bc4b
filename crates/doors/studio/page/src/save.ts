/** Files for the user's computer. */

import type { ExportFile } from "./api";
import { element } from "./dom";

export function download(name: string, content: BlobPart, mime: string): void {
  const url = URL.createObjectURL(new Blob([content], { type: mime }));
  element("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

export function downloadFile({ name, mime, base64 }: ExportFile): void {
  download(name, Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0)), mime);
}
