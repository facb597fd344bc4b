/** Tabs: one panel at a time. */

import type { Level, Tile } from "./api";
import type { Panel } from "./app";
import { element } from "./dom";

export interface Tabs {
  /** Shows a panel, and gives it a level if there is one. */
  show(name: string, level?: Level, tiles?: Tile[]): void;
  /** Tells the panel in view that something changed. */
  changed(): void;
}

export function makeTabs(list: HTMLElement, room: HTMLElement, panels: Panel[]): Tabs {
  let now: Panel | undefined;
  const tabs = panels.map((panel, index) => {
    panel.element.id = `panel-${panel.name}`;
    panel.element.setAttribute("role", "tabpanel");
    panel.element.setAttribute("aria-labelledby", `tab-${panel.name}`);
    panel.element.hidden = true;
    room.append(panel.element);
    const tab = element(
      "button",
      {
        type: "button",
        role: "tab",
        id: `tab-${panel.name}`,
        "aria-controls": panel.element.id,
        "aria-selected": "false",
        tabindex: -1,
        onclick: () => show(panel.name),
        onkeydown: (event: KeyboardEvent) => {
          const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
          const next = step && tabs[(index + step + tabs.length) % tabs.length];
          if (!next) return;
          event.preventDefault();
          next.click();
          next.focus();
        },
      },
      panel.title,
    );
    list.append(tab);
    return tab;
  });
  const show = (name: string, level?: Level, tiles?: Tile[]): void => {
    const next = panels.find((panel) => panel.name === name);
    if (!next) return;
    if (next !== now) {
      now?.hide?.();
      for (const [index, panel] of panels.entries()) {
        panel.element.hidden = panel !== next;
        tabs[index]?.setAttribute("aria-selected", String(panel === next));
        tabs[index]?.setAttribute("tabindex", panel === next ? "0" : "-1");
      }
      now = next;
      next.show?.();
    }
    if (level && tiles) next.take?.(level, tiles);
  };
  return { show, changed: () => now?.changed?.() };
}
