/**
 * A LangGraph store in a folder, with one JSON file per item. It reads the files when it opens. The SQLite package has
 * no store, and the Postgres package needs a server. A few hundred small items need neither. People can read, copy and delete files.
 */
import { InMemoryStore, type Operation, type OperationResults } from "@langchain/langgraph-checkpoint";
import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { UserError } from "../../domain/errors.ts";
import { jsonOf } from "../../lib/json.ts";
import { readIfThere, writeWhole } from "../system/files.ts";

const NAME = /^\w[\w.-]*$/;

export class FileStore extends InMemoryStore {
  readonly #folder: string;

  private constructor(folder: string) {
    super();
    this.#folder = folder;
  }

  /** Opens the store in `folder` and creates it if needed. Throws UserError for a file in its place, and for an invalid file in it. */
  static async open(folder: string): Promise<FileStore> {
    const store = new FileStore(resolve(folder));
    if (existsSync(folder) && !statSync(folder).isDirectory()) throw new UserError(`${folder} is a file`, "name a folder, or one that does not exist yet");
    const names = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".json")) : [];
    const kept = names.toSorted().map((name): Operation => {
      const path = name.slice(0, -".json".length).split("/");
      const value = jsonOf(readIfThere(join(folder, name)));
      if (typeof value !== "object" || value === null) throw new UserError(`${join(folder, name)} is no item of a store`, "remove the file");
      return { namespace: path.slice(0, -1), key: path.at(-1)!, value };
    });
    if (kept.length > 0) await InMemoryStore.prototype.batch.call(store, kept);
    return store;
  }

  /** Like the base class; items are on disk before this resolves. Throws Interrupted if the disk is full. */
  override async batch<Op extends readonly Operation[]>(operations: Op): Promise<OperationResults<Op>> {
    for (const operation of operations) if ("value" in operation) this.#keep(operation);
    return await super.batch(operations);
  }

  #keep({ namespace, key, value }: Extract<Operation, { value: unknown }>): void {
    const parts = [...namespace, key];
    if (!parts.every((part) => NAME.test(part))) throw new Error(`${parts.join("/")} cannot be the name of an item`);
    const place = `${join(this.#folder, ...parts)}.json`;
    if (value === null) rmSync(place, { force: true });
    else writeWhole(place, `${JSON.stringify(value)}\n`);
  }
}
