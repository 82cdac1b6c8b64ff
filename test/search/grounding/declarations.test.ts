import { describe, expect, it } from "@jest/globals";
import { completed, declarationsIn } from "../../../src/search/grounding/declarations.ts";
import { readRecordedRun, recordedRuns } from "../../../evals/search/recorded-runs.ts";

const cpp = {
  name: "kernel.cpp",
  text: `#include <cstdint>
namespace {

constexpr int BLOCK = 64;

// adds one
inline float one(float x) { return x + 1.0f; }

}  // namespace

extern "C" int run(const float* x, float* out, int64_t n) {
  for (int64_t i = 0; i < n; ++i) out[i] = one(x[i]);
  return 0;
}
`,
};
const model = { name: "model_new.py", text: "class ModelNew: pass\n" };
const merged = (text: string) => completed([cpp, model], [{ name: "kernel.cpp", text, partial: true }]);
const textOf = (made: ReturnType<typeof completed>): string =>
  "files" in made ? (made.files.find(({ name }) => name === "kernel.cpp")?.text ?? "") : made.problem;

describe("a reply with only the changed declarations", () => {
  it("keeps all other declarations and the files that it leaves out", () => {
    const made = merged("inline float one(float x) { return 1.0f + x; }");
    expect(textOf(made)).toContain("{ return 1.0f + x; }");
    expect(textOf(made)).not.toContain("x + 1.0f");
    expect(textOf(made)).toContain("constexpr int BLOCK = 64;");
    expect("files" in made && made.files).toContainEqual(model);
  });

  it("puts a new function before the one that follows it in the reply, and an include on top", () => {
    const text = textOf(
      merged('#include <cmath>\ninline float two(float x) { return x + 2.0f; }\nextern "C" int run(const float* x, float* out, int64_t n) {\n  return 0;\n}'),
    );
    expect(text.startsWith("#include <cmath>\n#include <cstdint>")).toBe(true);
    expect(text.indexOf("float two")).toBeLessThan(text.indexOf("int run"));
    expect(text.match(/int run/g)).toHaveLength(1);
  });

  it("removes the declarations that it marks as deleted", () => {
    expect(textOf(merged("// delete: BLOCK"))).not.toContain("BLOCK");
    expect(merged("// delete: nothing")).toEqual({ problem: expect.stringMatching(/0 declarations named nothing: send the file in full/) });
  });

  it("distinguishes overloads by their parameters", () => {
    const two = { ...cpp, text: "int f(int x) { return 1; }\nint f(float x) { return 2; }\n" };
    const made = (text: string) => textOf(completed([two], [{ name: "kernel.cpp", text, partial: true }]));
    expect(made("int f(float x) { return 3; }")).toBe("int f(int x) { return 1; }\nint f(float x) { return 3; }\n");
    expect(made("int f(double x) { return 3; }")).toMatch(/several declarations named f/);
  });

  it("that is whole, or a Python file, replaces the file", () => {
    expect(completed([cpp, model], [{ name: "kernel.cpp", text: "int x;" }])).toEqual({ files: [model, { name: "kernel.cpp", text: "int x;" }] });
    const python = completed([cpp, model], [{ ...model, text: "class ModelNew: 1\n", partial: true }]);
    expect("files" in python && python.files).toContainEqual({ ...model, text: "class ModelNew: 1\n" });
  });
});

/** The lines of code, sorted, because declarations may move. Without comments, preprocessor conditions and static assertions. */
const linesIn = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("//") && !/^(#\s*(if|ifdef|else|endif)|static_assert)/.test(line))
    .toSorted();

describe("kernels of real runs", () => {
  it.each(recordedRuns)("%s: each is rebuilt from its parent and the changed declarations", (name) => {
    const { attempts } = readRecordedRun(name);
    let made = 0;
    for (const attempt of attempts) {
      const parent = attempts.find((one) => one.id === attempt.parent);
      const [before, after] = [parent, attempt].map((one) => one?.files.find((file) => file.name === "kernel.cu"));
      if (!before || !after) continue;
      const [was, is] = [declarationsIn(before), declarationsIn(after)];
      const sourceOf = (file: typeof after, one: (typeof is)[number]): string =>
        file.text
          .split("\n")
          .slice(one.from, one.to + 1)
          .join("\n");
      const changed = is.filter((one) => !was.some((old) => old.signature === one.signature && sourceOf(before, old) === sourceOf(after, one)));
      const gone = was.filter((one) => one.name !== "" && !is.some((other) => other.name === one.name));
      const text = [...gone.map((one) => `// delete: ${one.name}`), ...changed.map((one) => sourceOf(after, one))].join("\n\n");
      const whole = completed([before], [{ name: "kernel.cu", text, partial: true }]);
      expect("files" in whole ? linesIn(whole.files[0]!.text) : whole.problem).toEqual(linesIn(after.text));
      made++;
    }
    expect(made).toBeGreaterThan(3);
  });
});

describe("a long file", () => {
  const size = 99_000;
  const repeated = (text: string): string => text.repeat(Math.ceil(size / text.length));
  const long: [what: string, text: string, names: string[]][] = [
    ["table with one number per line", `float T[] = {\n${repeated("0,\n")}};\n`, ["T"]],
    ["namespace with a long name, never opened", `namespace ${"a".repeat(size / 2)}\n${"x\n".repeat(size / 4)}`, []],
    ["comment that never ends, begun often", repeated("/* "), []],
    ["name without an end", `x${repeated("a")} = 1;`, [`x${repeated("a")}`]],
    ["launch bound of mixed brackets", `void __launch_bounds__(${"a".repeat(size)}] f();`, ["__launch_bounds__"]],
  ];
  it.each(long)("is read without a pause: a %s", (_, text, names) => {
    const since = performance.now();
    const found = declarationsIn({ name: "kernel.cpp", text });
    expect(performance.now() - since).toBeLessThan(1000); // each took seconds or minutes
    expect(found.map(({ name }) => name)).toEqual(names);
  });

  it("reads a namespace whose words stand on lines of their own", () => {
    const found = declarationsIn({ name: "kernel.cpp", text: "inline\nnamespace\n// ours\nn\n{\nint one() { return 1; }\n}\n" });
    expect(found).toEqual([expect.objectContaining({ name: "one", from: 5, to: 5 })]);
  });
});
