/** What can be written at a place of a script, and what words of it mean. */

import type { Completion, CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import { syntaxTree } from "@codemirror/language";
import type { EditorState } from "@codemirror/state";
import type { SyntaxNode } from "@lezer/common";
import type { ScriptInfo } from "./api";

interface Schema {
  $ref?: string;
  description?: string;
  type?: string;
  enum?: string[];
  const?: string;
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  $defs?: Record<string, Schema>;
}

/** Words of rules, with what they are. */
const RULE_WORDS: [string, string][] = [
  ["self(", "the cell itself: a condition, or what is put there"],
  ["all(", "the eight cells around"],
  ["plus(", "the four cells beside"],
  ["diag(", "the four cells at the corners"],
  ["left(", "the cell to the left"],
  ["right(", "the cell to the right"],
  ["up(", "the cell above"],
  ["down(", "the cell below"],
  ["dist(", "steps to the nearest such cell, or to the edge for `out`"],
  ["minPath(", "length of the shortest path to such a cell"],
  ["maxPath(", "length of the longest shortest path to such a cell"],
  ["avgPath(", "mean length of shortest paths to such cells"],
  ["random", "a random number in 0..1"],
  ["noise", "smooth noise in 0..1"],
  ["percent", "share of the visits that are done"],
  ["cPercent", "share of the changes that are done"],
  ["rPercent", "share of the repeats that are done"],
  ["connect(", "whether what is put here connects such cells"],
  ["any", "every entity"],
  ["out", "what lies beyond the edge"],
  ["unknown", "a cell that nothing was put on"],
];

export class Guide {
  private readonly schema: Schema;
  /** What is known of the last script without mistakes. */
  info: ScriptInfo | undefined;

  constructor(schema: unknown) {
    this.schema = schema as Schema;
  }

  complete(context: CompletionContext): CompletionResult | null {
    const node = syntaxTree(context.state).resolveInner(context.pos, -1);
    const path = pathOf(node, context.state);
    if (isIn(path, "rules") && isText(node)) return this.ruleWords(context);
    if (node.name === "PropertyName" || node.name === "Object" || node.parent?.name === "Property") {
      const keys = this.keys(context, node, path);
      if (keys) return keys;
    }
    return isText(node) ? this.values(context, node, path) : null;
  }

  /** What a key of the script means. */
  meaning(state: EditorState, position: number): { from: number; to: number; text: string } | undefined {
    const node = syntaxTree(state).resolveInner(position, 0);
    if (node.name === "PropertyName") {
      const key = plain(state.sliceDoc(node.from, node.to));
      const found = this.at(pathOf(node, state).slice(0, -1)).flatMap((schema) => schema.properties?.[key] ?? []);
      const text = found.map((one) => this.described(one)).find((one) => one !== "");
      return text ? { from: node.from, to: node.to, text } : undefined;
    }
    if (!isText(node) || !isIn(pathOf(node, state), "rules")) return undefined;
    const line = state.sliceDoc(node.from, node.to);
    for (const match of line.matchAll(/[A-Za-z]\w*/g)) {
      const from = node.from + match.index;
      const to = from + match[0].length;
      if (position < from || position > to) continue;
      const known = RULE_WORDS.find(([word]) => word.replace("(", "") === match[0]);
      const entity = this.info?.entities.includes(match[0]) ? "an entity of this script" : undefined;
      const text = known?.[1] ?? entity;
      return text ? { from, to, text } : undefined;
    }
    return undefined;
  }

  private ruleWords(context: CompletionContext): CompletionResult | null {
    const word = context.matchBefore(/[A-Za-z]\w*/);
    if (!word && !context.explicit) return null;
    const entities = (this.info?.entities ?? []).map((label): Completion => ({ label, type: "variable", detail: "entity" }));
    const dials = (this.info?.dials ?? []).map(({ name }): Completion => ({ label: name, type: "property", detail: "dial" }));
    const words = RULE_WORDS.map(([label, info]): Completion => ({ label, type: "function", info }));
    return { from: word?.from ?? context.pos, options: [...entities, ...dials, ...words], validFor: /^\w*$/ };
  }

  private keys(context: CompletionContext, node: SyntaxNode, path: string[]): CompletionResult | null {
    const named = node.name === "PropertyName";
    const word = context.matchBefore(/"?\w*/);
    if (!named && !context.explicit && !word?.text.startsWith('"')) return null;
    const schemas = this.at(named || node.name === "Property" ? path.slice(0, -1) : path);
    const keys = new Map(schemas.flatMap(({ properties = {} }) => Object.entries(properties)));
    if (keys.size === 0) return null;
    const options = [...keys].map(([key, schema]): Completion => {
      return { label: `"${key}"`, apply: named ? `"${key}"` : `"${key}": `, type: "property", info: this.described(schema) };
    });
    return { from: named ? node.from : (word?.from ?? context.pos), options };
  }

  private values(context: CompletionContext, node: SyntaxNode, path: string[]): CompletionResult | null {
    const choices = this.at(path).flatMap((schema) => this.choices(schema));
    const entities = isIn(path, "entities") ? [] : choices;
    if (entities.length === 0) return null;
    const options = [...new Set(entities)].map((label): Completion => ({ label: `"${label}"`, type: "constant" }));
    return { from: node.from, to: Math.max(node.to, context.pos), options };
  }

  private choices(schema: Schema): string[] {
    const { enum: words = [], const: word } = schema;
    return word === undefined ? words : [...words, word];
  }

  /** The parts of the schema for what is at a path of keys. */
  private at(path: string[]): Schema[] {
    const script = this.schema.$defs?.script;
    let here = script ? this.whole(script) : [];
    for (const key of path) {
      here = here
        .flatMap((schema) => {
          if (key === "[]") return schema.items ?? [];
          const others = typeof schema.additionalProperties === "object" ? schema.additionalProperties : [];
          return schema.properties?.[key] ?? others;
        })
        .flatMap((schema) => this.whole(schema));
    }
    return here;
  }

  /** A schema with those that it refers to and chooses from. */
  private whole(schema: Schema, depth = 0): Schema[] {
    if (depth > 8) return [];
    const name = schema.$ref?.replace("#/$defs/", "");
    const referred = name === undefined ? undefined : this.schema.$defs?.[name];
    const { anyOf = [], oneOf = [], allOf = [] } = schema;
    const others = [...(referred ? [referred] : []), ...anyOf, ...oneOf, ...allOf];
    return [schema, ...others.flatMap((one) => this.whole(one, depth + 1))];
  }

  private described(schema: Schema): string {
    return this.whole(schema).find(({ description }) => description)?.description ?? "";
  }
}

/** The keys that lead to a node, "[]" for a place in a list. */
function pathOf(node: SyntaxNode, state: EditorState): string[] {
  const path: string[] = [];
  for (let at: SyntaxNode | null = node; at; at = at.parent) {
    if (at.name === "Property") {
      const name = at.getChild("PropertyName");
      if (name) path.unshift(plain(state.sliceDoc(name.from, name.to)));
    } else if (at.name === "Array" && at !== node) {
      path.unshift("[]");
    }
  }
  return path;
}

function isIn(path: string[], key: string): boolean {
  return path.includes(key);
}

function isText(node: SyntaxNode): boolean {
  return node.name === "String";
}

/** A key without its quotes. */
function plain(text: string): string {
  return text.replace(/^["']|["']$/g, "");
}
