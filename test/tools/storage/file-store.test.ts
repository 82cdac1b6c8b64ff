import { afterAll, expect, it } from "@jest/globals";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { FileStore } from "../../../src/tools/storage/file-store.ts";
import { removeScratch, scratch } from "../../support/command.ts";

afterAll(removeScratch);

it("a store in a folder keeps and deletes items, and has the same content when it is opened again", async () => {
  const folder = join(scratch(), "memory");
  const store = await FileStore.open(folder);
  await store.put(["lessons"], "a", { change: "x" });
  await store.put(["outcomes", "a"], "run-1", { helped: true });
  await store.put(["lessons"], "b", { change: "y" });
  await store.delete(["lessons"], "b");
  const again = await FileStore.open(folder);
  expect((await again.search(["lessons"], { limit: 100 })).map(({ key, value }) => [key, value])).toEqual([["a", { change: "x" }]]);
  expect((await again.get(["outcomes", "a"], "run-1"))?.value).toEqual({ helped: true });
  expect(await again.listNamespaces()).toContainEqual(["outcomes", "a"]);
});

it("an invalid file in the store is named in the error", async () => {
  const folder = scratch();
  writeFileSync(join(folder, "odd.json"), "not JSON");
  await expect(FileStore.open(folder)).rejects.toThrow(/odd\.json is no item of a memory/);
});

it("an item cannot lie outside the folder", async () => {
  const store = await FileStore.open(scratch());
  await expect(store.put(["lessons"], "../../x", {})).rejects.toThrow(/cannot be the name/);
  await expect(store.put(["lessons"], "..", {})).rejects.toThrow(/cannot be the name/);
});
