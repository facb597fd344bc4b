/** The left column: scripts to open. */

import type { Engine, GeneratorInfo } from "./api";
import { button, element, messageOf } from "./dom";

export interface Gallery {
  /** Reads the list of the user's files again. */
  refresh(): Promise<void>;
  /** Marks the script that is open. */
  mark(name: string): void;
}

interface Opens {
  /** `path` is where it is in the folder of the user. */
  open(script: string, name: string, from?: { path: string }): void;
  /** Puts the problem files of the folder into the list of problems. */
  problems(paths: string[]): void;
  say(message: string): void;
}

export function makeGallery(parent: HTMLElement, engine: Engine, generators: GeneratorInfo[], opens: Opens): Gallery {
  const filter = element("input", { type: "search", placeholder: "Filter", "aria-label": "Filter scripts" });
  const own = element("div");
  const known = element("div");
  parent.append(filter, own, known);
  /** Groups that were open before somebody filtered. */
  const before = new Map<HTMLDetailsElement, boolean>();
  const sift = (): void => {
    const words = filter.value.toLowerCase().split(/\s+/).filter((word) => word !== "");
    for (const group of parent.querySelectorAll("details")) {
      const items = [...group.querySelectorAll<HTMLElement>("li")];
      for (const item of items) {
        const name = (item.dataset.name ?? "").toLowerCase();
        item.hidden = !words.every((word) => name.includes(word));
      }
      group.hidden = words.length > 0 && items.every((item) => item.hidden);
      if (words.length > 0) {
        if (!before.has(group)) before.set(group, group.open);
        group.open = true;
      } else {
        group.open = before.get(group) ?? group.open;
        before.delete(group);
      }
    }
  };
  filter.addEventListener("input", sift);
  let marked = "";
  const mark = (name: string): void => {
    marked = name;
    for (const item of parent.querySelectorAll<HTMLElement>("li")) {
      item.firstElementChild?.setAttribute("aria-current", String(item.dataset.name === name));
    }
  };

  const item = (name: string, press: () => void): HTMLElement => {
    const short = name.slice(name.lastIndexOf("/") + 1).replace(/\.json$/, "");
    return element("li", { "data-name": name }, element("button", { type: "button", title: name, onclick: press }, short));
  };
  const group = (name: string, items: HTMLElement[], open: boolean): HTMLElement =>
    element("details", { open }, element("summary", {}, name), element("ul", {}, ...items));

  const folders = Map.groupBy(generators, ({ name }) => name.split("/")[0] ?? "");
  for (const [folder, all] of folders) {
    const items = all.map(({ name, script }) => item(name, () => opens.open(script, name)));
    known.append(group(folder, items, folder === "gallery"));
  }

  const refresh = async (): Promise<void> => {
    const { files } = engine;
    if (!files) return;
    try {
      const { scripts, problems } = await files.list();
      const read = async (path: string): Promise<void> => {
        try {
          opens.open(await files.read(path), path, { path });
        } catch (error) {
          opens.say(messageOf(error));
        }
      };
      const items = scripts.map((path) => item(path, () => void read(path)));
      own.replaceChildren(group("this folder", items, true), button("Read the folder again", () => void refresh()));
      opens.problems(problems);
      sift();
      mark(marked);
    } catch (error) {
      opens.say(messageOf(error));
    }
  };
  return { refresh, mark };
}
