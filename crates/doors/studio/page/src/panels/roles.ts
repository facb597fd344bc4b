/** What tiles are for, as their names say. */

import type { ProblemInfo, Tile } from "../api";

export type Role =
  | "wall"
  | "floor"
  | "door"
  | "locked_door"
  | "key"
  | "entrance"
  | "exit"
  | "foe"
  | "loot"
  | "hazard"
  | "climbable"
  | "rope"
  | "crate"
  | "target"
  | "decoration";

/** Words in names of tiles, singular. */
const WORDS: Record<Role, string> = {
  wall: "wall solid ground rock stone brick block hedge fence house tree mountain pillar barrier",
  floor: "floor empty air sky grass road path street sand corridor room",
  door: "door gate doorway",
  locked_door: "lock locked",
  key: "key keycard",
  entrance: "entrance start spawn player hero up character avatar agent",
  exit: "exit end finish goal flag down portal stair hatch",
  foe: "enemy foe monster goblin ogre orc slime bat skeleton ghost guard boss",
  loot: "loot treasure chest coin gem gold diamond potion money jewel food heart star",
  hazard: "hazard spike lava trap fire water pit acid",
  climbable: "ladder vine climbable",
  rope: "rope bar",
  crate: "crate box boulder",
  target: "target pad storage slot",
  decoration: "flower statue torch bush bone plant sign well",
};

const ROLES = Object.keys(WORDS) as Role[];

/** The role of a name by its last known word; a name that says nothing is floor. */
export function roleOf(name: string): Role {
  const words = name.toLowerCase().split(/[^\p{L}]+/u);
  const known = words.reverse().flatMap((word) => {
    const singular = word.replace(/s$/, "");
    return ROLES.find((role) => [word, singular].some((one) => WORDS[role].split(" ").includes(one))) ?? [];
  });
  const locked = words.some((word) => ["locked", "iron"].includes(word));
  return known[0] === "door" && locked ? "locked_door" : (known[0] ?? "floor");
}

/** The role of each tile, as the problem says, else as its name says. */
export function rolesOf(tiles: Tile[], problem?: ProblemInfo): Role[] {
  const told = new Map(problem?.tiles.map(({ name }, index) => [name, problem.roles?.[index]]));
  return tiles.map(({ name }) => {
    const role = told.get(name) as Role | undefined;
    return role && ROLES.includes(role) ? role : roleOf(name);
  });
}

/** The first tile of a problem with the role; -1 without one. */
export function tileOf(problem: ProblemInfo, role: Role): number {
  return rolesOf(problem.tiles, problem).indexOf(role);
}
