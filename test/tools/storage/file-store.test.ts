import { expect, it } from "@jest/globals";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { FileStore } from "../../../src/tools/storage/file-store.ts";
import { scratch } from "../../support/command.ts";

it("a store in a folder keeps and deletes items, and has the same content when it is opened again", async () => {
  const folder = join(scratch(), "record");
  const store = await FileStore.open(folder);
  await store.put(["blocks"], "a", { change: "x" });
  await store.put(["others", "a"], "run-1", { helped: true });
  await store.put(["blocks"], "b", { change: "y" });
  await store.delete(["blocks"], "b");
  const again = await FileStore.open(folder);
  expect((await again.search(["blocks"], { limit: 100 })).map(({ key, value }) => [key, value])).toEqual([["a", { change: "x" }]]);
  expect((await again.get(["others", "a"], "run-1"))?.value).toEqual({ helped: true });
  expect(await again.listNamespaces()).toContainEqual(["others", "a"]);
});

it("an invalid file in the store is named in the error", async () => {
  const folder = scratch();
  writeFileSync(join(folder, "odd.json"), "not JSON");
  await expect(FileStore.open(folder)).rejects.toThrow(/odd\.json is no item of a store/);
});

it("a file in the place of the folder is named in the error", async () => {
  const file = join(scratch(), "record");
  writeFileSync(file, "");
  await expect(FileStore.open(file)).rejects.toThrow(/record is a file/);
});

it("an item cannot lie outside the folder", async () => {
  const store = await FileStore.open(scratch());
  await expect(store.put(["blocks"], "../../x", {})).rejects.toThrow(/cannot be the name/);
  await expect(store.put(["blocks"], "..", {})).rejects.toThrow(/cannot be the name/);
});
