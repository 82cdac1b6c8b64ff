/** Turns the protocol's JSON Schema into Python types: a TypedDict for each object, a Literal for each enum. */

interface Node {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Node[];
  oneOf?: Node[];
  items?: Node;
  properties?: Record<string, Node>;
  propertyNames?: Node;
  additionalProperties?: Node;
  required?: string[];
}
type Properties = Record<string, Node>;

const scalars: Record<string, string> = { string: "str", number: "float", integer: "int", boolean: "bool", null: "None" };
const head = `"""Jobs, replies and verdicts as Python types. Written by \`npm run docs:protocol\` from src/domain; change it there.

The body of a variant leaves out the keys that all variants of its union share.
"""

from __future__ import annotations

from typing import Literal, TypedDict, Union
`;

/** The Python module. Throws for a schema that it cannot express, and for two objects of one name. */
export function typedDicts(definitions: Record<string, unknown>): string {
  const module = new PythonModule();
  for (const [name, node] of Object.entries(definitions)) module.define(name, node as Node);
  return module.text();
}

/** The three parts of the module, and the objects it holds so far. */
class PythonModule {
  private readonly literals: string[] = [];
  private readonly classes = new Map<string, string>();
  private readonly unions: string[] = [];

  define(name: string, node: Node): void {
    if (node.oneOf) this.union(name, node.oneOf);
    else if (node.enum) this.literals.push(`${name} = ${this.type(node, name)}`);
    else this.object(name, node);
  }

  text(): string {
    return `${[`${head}\n${this.literals.join("\n")}`, ...this.classes.values(), this.unions.join("\n")].join("\n\n\n")}\n`;
  }

  /** A union of objects that one key tells apart. */
  private union(name: string, variants: Node[]): void {
    const [first = {}] = variants;
    const tag = Object.keys(first.properties ?? {}).find((key) => new Set(variants.map(({ properties }) => properties?.[key]?.const)).size === variants.length);
    if (tag === undefined) throw new Error(`no key tells the variants of ${name} apart`);
    const isShared = (key: string) => new Set(variants.map(({ properties }) => JSON.stringify(properties?.[key]))).size === 1;
    const properties = (node: Node, wanted: boolean): Properties =>
      Object.fromEntries(Object.entries(node.properties ?? {}).filter(([key]) => isShared(key) === wanted));
    this.object(`${name}Shared`, { properties: properties(first, true), required: first.required ?? [] });
    const names = variants.map((variant) => {
      const own = `${pascal(String(variant.properties?.[tag]?.const))}${name}`;
      this.object(`${own}Body`, { properties: properties(variant, false), required: variant.required ?? [] });
      this.add(own, `class ${own}(${own}Body, ${name}Shared):\n    pass`);
      return own;
    });
    this.unions.push(
      unionOf(
        `${name}Body`,
        names.map((each) => `${each}Body`),
      ),
      unionOf(name, names),
    );
  }

  /** An object. Optional keys are in a separate class, because Python 3.10 lacks NotRequired. */
  private object(name: string, { properties = {}, required = [] }: Node): void {
    const lines = (wanted: boolean) =>
      Object.entries(properties)
        .filter(([key]) => required.includes(key) === wanted)
        .map(([key, node]) => `    ${key}: ${this.type(node, key)}`);
    const [always, sometimes] = [lines(true), lines(false)];
    if (sometimes.length === 0) return this.add(name, [`class ${name}(TypedDict):`, ...always].join("\n"));
    if (always.length > 0) this.add(`_${name}`, [`class _${name}(TypedDict):`, ...always].join("\n"));
    this.add(name, [`class ${name}(${always.length > 0 ? `_${name}` : "TypedDict"}, total=False):`, ...sometimes].join("\n"));
  }

  private add(name: string, source: string): void {
    if ((this.classes.get(name) ?? source) !== source)
      throw new Error(`two objects are named ${name}; give one a name of its own in src/tools/judge/schema.ts`);
    this.classes.set(name, source);
  }

  /** The Python type of a value under `key`, which names an object without a name. */
  private type(node: Node, key: string): string {
    if (node.$ref !== undefined) return node.$ref.split("/").at(-1) ?? "";
    const variants = node.anyOf ?? (Array.isArray(node.type) ? node.type.map((type) => ({ type })) : undefined);
    if (variants) return variants.map((each) => this.type(each, key)).join(" | ");
    if (node.const !== undefined || node.enum) return `Literal[${(node.enum ?? [node.const]).map((each) => JSON.stringify(each)).join(", ")}]`;
    if (node.type === "array") return `list[${this.type(node.items ?? {}, key.replace(/s$/, ""))}]`;
    if (node.type === "object" && node.properties) {
      this.object(pascal(key), node);
      return pascal(key);
    }
    if (node.type === "object") return `dict[${this.type(node.propertyNames ?? {}, key)}, ${this.type(node.additionalProperties ?? {}, key)}]`;
    const scalar = scalars[String(node.type)];
    if (scalar === undefined) throw new Error(`${key}: Python has no type for ${JSON.stringify(node)}`);
    return scalar;
  }
}

const pascal = (name: string): string => name.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());

const unionOf = (name: string, members: string[]): string => `${name} = Union[${members.join(", ")}]`;
