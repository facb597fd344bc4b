/** A level shown large, with what can be done with it. */

import type { Level, Tile } from "./api";
import type { App } from "./app";
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

export function makeLarge(app: App, trace: (seed: number) => void): (level: Level & { seed?: number }, tiles: Tile[]) => void {
  const dialog = byId<HTMLDialogElement>("large");
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  return (level, tiles) => {
    const { seed } = level;
    const then = (work: () => void) => () => {
      dialog.close();
      work();
    };
    const canvas = element("canvas");
    const room = Math.min(window.innerWidth - 64, window.innerHeight - 220, 960);
    app.draw(canvas, level, tiles, { scale: Math.min(48, scaleFor(level, room)), look: app.look() });
    const save = async (format: string): Promise<void> => {
      try {
        const question = { do: "export", format, script: app.script(), dials: app.dials(), seed: seed ?? 0, count: 1 } as const;
        const { more = [], ...file } = await app.engine.ask<"export">(question);
        for (const one of [file, ...more]) downloadFile(one);
        app.say(`${file.name} is saved.`);
      } catch (error) {
        app.say(messageOf(error));
      }
    };
    const ofScript =
      seed === undefined
        ? []
        : [
            button("Trace it", then(() => trace(seed))),
            ...FORMATS.map(([format, name]) => button(name, () => void save(format))),
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
    );
    dialog.showModal();
  };
}
