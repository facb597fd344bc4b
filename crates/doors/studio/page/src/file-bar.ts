/** The script as a file: its name, how it is saved, and how files are opened. */

import type { Engine } from "./api";
import { button, element, messageOf } from "./dom";
import { download } from "./save";

export interface FileBar {
  readonly parts: HTMLElement[];
  /** What is in the box. */
  name(): string;
  /** Where the script is in the folder, if it is there. */
  place(): { path?: string };
  /** A script was opened; `path` is where it is in the folder, if it is one of its files. */
  opened(name: string, path?: string): void;
}

interface Page {
  script(): string;
  open(script: string, name: string): void;
  setProblem(text: string, name: string): void;
  say(message: string): void;
  /** There may be another file in the folder. */
  saved(path: string): void;
}

export function makeFileBar(engine: Engine, page: Page): FileBar {
  const box = element("input", { "aria-label": "Name of the script", class: "name", spellcheck: "false" });
  const picker = element("input", { type: "file", accept: ".json,.json5,.toml", hidden: true });
  let home: string | undefined;

  const write = async (path: string): Promise<void> => {
    const { files } = engine;
    if (!files) {
      download(path.slice(path.lastIndexOf("/") + 1), page.script(), "application/json");
      return;
    }
    const others = path === home ? [] : (await files.list()).scripts;
    if (others.includes(path) && !confirm(`The folder has a file ${path}. Replace it?`)) return;
    await files.write(path, page.script());
    home = path;
    page.saved(path);
    page.say(`The script is saved as ${path}.`);
  };
  const save = (): void => {
    const path = `${box.value.trim().replace(/\.json$/, "") || "script"}.json`;
    write(path).catch((error: unknown) => page.say(messageOf(error)));
  };
  const read = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    if (file.size > N_BYTES_MAX) return page.say(`${file.name} is too large for a script.`);
    const text = await file.text();
    if (!file.name.endsWith(".toml")) return page.open(text, file.name);
    page.setProblem(text, file.name);
    page.say(`${file.name} is the problem now.`);
  };
  picker.addEventListener("change", () => {
    void read(picker.files?.[0]);
    // The same file can be chosen again.
    picker.value = "";
  });
  // Before the editor hears of it, which would put the text of the file into the script.
  const drop = (event: DragEvent): void => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    event.stopPropagation();
    const file = event.dataTransfer.files[0];
    if (event.type !== "drop" || !file) return;
    if (/\.(json5?|toml)$/.test(file.name)) void read(file);
    else page.say(`${file.name} is neither a script (.json) nor a problem file (.toml).`);
  };
  document.addEventListener("dragover", drop, true);
  document.addEventListener("drop", drop, true);
  document.addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== "s") return;
    event.preventDefault();
    save();
  });
  return {
    parts: [box, button("Save", save, "Ctrl+S"), button("Open a file", () => picker.click()), picker],
    name: () => box.value,
    place: () => (home === undefined ? {} : { path: home }),
    opened(name, path) {
      home = path;
      box.value = path ?? name.slice(name.lastIndexOf("/") + 1);
    },
  };
}

/** As many as a script may have. */
const N_BYTES_MAX = 4 << 20;
