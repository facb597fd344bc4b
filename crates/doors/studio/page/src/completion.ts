/** What can be written at a place of a script, and what words of it mean. */

import type { Completion, CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import { syntaxTree } from "@codemirror/language";
import type { EditorState } from "@codemirror/state";
import type { SyntaxNode } from "@lezer/common";
import { plain } from "./places";
import { meaningOf, type Names, namesIn, wordsAfter, wordsOf } from "./words";

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

export class Guide {
  private readonly schema: Schema;

  constructor(schema: unknown) {
    this.schema = schema as Schema;
  }

  complete(context: CompletionContext): CompletionResult | null {
    const node = syntaxTree(context.state).resolveInner(context.pos, -1);
    const path = pathOf(node, context.state);
    const words = isText(node) ? this.words(context, node, path) : null;
    if (words) return words;
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
      const key = plain(state, node);
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
      const text = meaningOf(match[0], namesIn(state));
      return text ? { from, to, text } : undefined;
    }
    return undefined;
  }

  /** Words inside a text: those of a rule, or those of a parameter. */
  private words(context: CompletionContext, node: SyntaxNode, path: string[]): CompletionResult | null {
    const from = context.matchBefore(/[A-Za-z_]\w*/)?.from ?? context.pos;
    // Inside of the quotes only.
    if (from <= node.from || node.name !== "String") return null;
    const names = namesIn(context.state);
    const before = context.state.sliceDoc(node.from + 1, from);
    const options = path.at(-1) === "[]" && path.at(-2) === "rules" ? wordsAfter(before, names) : wordsOfPath(path, names);
    if (!options || (from === context.pos && !context.explicit && !/[(|,>:]\s*$/.test(before))) return null;
    return { from, options, validFor: /^\w*$/ };
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
      if (name) path.unshift(plain(state, name));
    } else if (at.name === "Array" && at !== node) {
      path.unshift("[]");
    }
  }
  return path;
}

/** Words of a parameter or a region; the list of entities and the sizes of levels have names of their own. */
function wordsOfPath(path: string[], names: Names): Completion[] | undefined {
  return path.length > 1 ? wordsOf(path.at(-1) ?? "", names) : undefined;
}

function isIn(path: string[], key: string): boolean {
  return path.includes(key);
}

function isText(node: SyntaxNode): boolean {
  return node.name === "String";
}
