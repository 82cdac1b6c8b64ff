import { expect, it } from "@jest/globals";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readIncumbents } from "../../../src/tools/tasks/candidate-files.ts";
import { scratch } from "../../support/command.ts";

/** A folder with these files. */
function written(files: Record<string, string>): (name: string) => string {
  const folder = scratch();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, ".."), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return (name) => join(folder, name);
}

it("a file with Model alone gets the name that the judge asks for, and one with ModelNew stays as it is", () => {
  const at = written({ "library.py": "class Model:\n    pass\n", "mine.py": "class Model: ...\nclass ModelNew(Model): ...\n" });
  const [library, mine] = readIncumbents([at("library.py"), at("mine.py")], "cuda");
  expect(library).toEqual({
    name: "library.py",
    candidate: { language: "cuda", files: [{ name: "model_new.py", text: "class Model:\n    pass\n\n\nModelNew = Model\n" }] },
  });
  expect(mine?.candidate.files[0]?.text).toBe("class Model: ...\nclass ModelNew(Model): ...\n");
});

it("files of one name go by the ends of their paths, and one file twice is refused", () => {
  const at = written({ "a/mine.py": "class ModelNew: ...\n", "b/mine.py": "class ModelNew: ...\n", "c/other.py": "class ModelNew: ...\n" });
  const paths = [at("a/mine.py"), at("b/mine.py"), at("c/other.py")];
  expect(readIncumbents(paths, "cpu").map(({ name }) => name)).toEqual(["a/mine.py", "b/mine.py", "other.py"]);
  expect(() => readIncumbents([at("a/mine.py"), at("a/../a/mine.py")], "cpu")).toThrow(/^--against names .*a\/mine\.py twice$/);
});

it("an older version of the native file stays aside, unless the native file includes it", () => {
  const model = { "bundle/model_new.py": "from kernel import lib\nclass ModelNew: ...\n", "bundle/kernel_old.cpp": "" };
  const read = (source: string) => readIncumbents([written({ ...model, "bundle/kernel.cpp": source })("bundle")], "cpu")[0]?.candidate.files;
  expect(read("int one;")).toHaveLength(2);
  expect(() => read('#include "kernel_old.cpp"')).toThrow("kernel.cpp is a bundle's only native file");
});

it("the files tell the language, and one that the target does not run is refused", () => {
  const at = written({ "flash.py": "import triton\nclass ModelNew: ...\n", "bundle/model_new.py": "class ModelNew: ...\n", "bundle/kernel.cpp": "" });
  expect(readIncumbents([at("flash.py")], "cuda")[0]?.candidate.language).toBe("triton");
  expect(readIncumbents([at("bundle")], "cpu")[0]?.candidate).toMatchObject({ language: "cpp", files: [{ name: "model_new.py" }, { name: "kernel.cpp" }] });
  expect(() => readIncumbents([at("flash.py")], "cpu")).toThrow("flash.py: it is written in triton, and the target cpu does not run that");
});
