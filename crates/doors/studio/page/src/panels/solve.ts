/** The shortest way to win, for games whose problem does not tell it: crates to push. */

import { type Direction, type Game, type State } from "./game";

const DIRECTIONS: Direction[] = ["left", "right", "up", "down"];

/** States that are looked at; a small puzzle has fewer. */
const N_STATES_MAX = 60_000;

/** The cells that the hero goes over from where it is, the last one first; undefined if none is found. */
export function solve(game: Game | undefined): number[] | undefined {
  if (!game || game.state.over !== "" || game.state.hero < 0) return undefined;
  const known = new Set([keyOf(game.state)]);
  let front: { state: State; way: number[] }[] = [{ state: game.state, way: [game.state.hero] }];
  while (front.length > 0 && known.size < N_STATES_MAX) {
    const next: typeof front = [];
    for (const { state, way } of front) {
      for (const direction of DIRECTIONS) {
        const then = game.from(state);
        if (!then.step(direction)) continue;
        const longer = [then.state.hero, ...way];
        if (then.state.over === "won") return longer;
        const key = keyOf(then.state);
        if (then.state.over !== "" || known.has(key)) continue;
        known.add(key);
        next.push({ state: then.state, way: longer });
      }
    }
    front = next;
  }
  return undefined;
}

function keyOf({ cells, hero, hasKey }: State): string {
  return `${hero} ${hasKey} ${cells.join("")}`;
}
