/** A level shown large, with what can be done with it. */

import type { Tile, Turned } from "./api";
import type { App, Made } from "./app";
import { button, byId, element, messageOf } from "./dom";
import { downloadFile } from "./save";
import { scaleFor } from "./panels/sheet";

const FORMATS: [string, string][] = [
  ["png", "PNG"],
  ["gif", "GIF of its trace"],
  ["tmj", "Tiled"],
  ["ldtk", "LDtk"],
  ["csv", "CSV"],
  ["txt", "Text"],
  ["json", "JSON"],
];

/** What the page does with the level of a seed. */
interface Uses {
  trace(seed: number): void;
  share(seed: number, turned: Turned): void;
}

export function makeLarge(app: App, uses: Uses): (level: Made, tiles: Tile[]) => void {
  const dialog = byId<HTMLDialogElement>("large");
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  return (level, tiles) => {
    const { seed } = level;
    const turned = level.of ?? { script: app.script(), dials: app.dials() };
    const then = (work: () => void) => () => {
      dialog.close();
      work();
    };
    const canvas = element("canvas");
    const room = Math.min(window.innerWidth - 64, window.innerHeight - 220, 960);
    app.draw(canvas, level, tiles, { scale: Math.min(48, scaleFor(level, room)), look: app.look() });
    const line = element("p", { class: "told", role: "status" });
    const save = async (format: string): Promise<void> => {
      try {
        const question = { do: "export", format, ...turned, seed: seed ?? 0, count: 1 } as const;
        const { more = [], ...file } = await app.engine.ask<"export">(question);
        for (const one of [file, ...more]) downloadFile(one);
        line.textContent = `${file.name} is saved.`;
      } catch (error) {
        line.textContent = messageOf(error);
      }
    };
    const ofScript =
      seed === undefined
        ? []
        : [
            // The trace is about the script in the editor.
            ...(turned.script === app.script() ? [button("Trace it", then(() => uses.trace(seed)))] : []),
            ...FORMATS.map(([format, name]) => button(name, () => void save(format))),
            button("Copy link", then(() => uses.share(seed, turned))),
          ];
    dialog.replaceChildren(
      element("h2", {}, seed === undefined ? "Level" : `Level of seed ${seed}`),
      element("div", { class: "large-room" }, canvas),
      element(
        "div",
        { class: "row" },
        button("Play it", then(() => app.show("play", level, tiles))),
        button("Draw on it", then(() => app.show("draw", level, tiles))),
        ...ofScript,
        button("Close", () => dialog.close()),
      ),
      line,
    );
    dialog.showModal();
  };
}
