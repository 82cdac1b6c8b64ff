import { describe, expect, it } from "@jest/globals";
import type { TimedModule, WholeModel } from "../../../src/domain/whole-model.ts";
import { groupKey, groupsOf, inProportion, uniqueNames, unitsOf } from "../../../src/search/whole-model/units.ts";

const module = (path: string, name: string, height: number, seconds: number, own = seconds): TimedModule => ({
  path,
  name: `net.${path}`,
  class: `script.${name}`,
  settings: "1",
  fingerprint: "1",
  height,
  calls: 2,
  seconds,
  ownSeconds: own,
});
/** Two blocks and a linear layer. Each block has an attention (a small block) and a norm (a leaf). Each attention has such a linear layer, too. */
const model: WholeModel = {
  order: 0,
  call: 0,
  class: "script.Net",
  calls: 2,
  seconds: 10,
  gradients: false,
  trains: false,
  otherSeconds: 0,
  modules: [
    module("", "Net", 3, 10, 0.4),
    ...[0, 1].flatMap((at) => [
      module(`layers.${at}`, "Block", 2, 4.3, 0.3),
      module(`layers.${at}.attn`, "Attention", 1, 3, 1),
      module(`layers.${at}.attn.proj`, "Linear", 0, 2),
      module(`layers.${at}.norm`, "Norm", 0, 1),
    ]),
    module("head", "Linear", 0, 1),
  ],
};
const shown = (refused: string[] = []) =>
  unitsOf(model, new Set(refused.map((name) => groupKey({ class: `script.${name}`, settings: "1" })))).map(({ class: name, paths, share }) => [
    name.slice(7),
    paths.join(" "),
    share,
  ]);

describe("the modules of a model", () => {
  it("are ranked in groups by their summed time", () => {
    expect(groupsOf(model).map(({ class: name, share, ownShare, calls }) => [name.slice(7), share, ownShare, calls])).toEqual([
      ["Net", 1, 0.04, 2],
      ["Block", 0.86, 0.06, 4],
      ["Attention", 0.6, 0.2, 4],
      ["Linear", 0.5, 0.5, 6],
      ["Norm", 0.2, 0.2, 4],
    ]);
  });

  it("count a module inside another one of its group once", () => {
    const nested = { ...model, modules: [module("a", "Seq", 1, 4, 1), module("a.b", "Seq", 1, 3, 3)] };
    expect(groupsOf(nested).map(({ share, ownShare }) => [share, ownShare])).toEqual([[0.4, 0.4]]);
  });

  it("with equal settings are one group, whose fingerprints begin with that of its first module", () => {
    const placed = ["1", "3", "2", "3"].map((fingerprint, at) => ({ ...module(`${at}`, "Attention", 1, 2), fingerprint }));
    const other = { ...module("4", "Attention", 1, 2), settings: "4", fingerprint: "4" };
    const groups = unitsOf({ ...model, modules: [...placed, other] }, new Set());
    expect(groups.map(({ settings, fingerprints, paths }) => [settings, fingerprints.join(" "), paths.join(" ")])).toEqual([
      ["1", "1 3 2", "0 1 2 3"],
      ["4", "4", "4"],
    ]);
  });

  it("are searched as leaves and small blocks, none inside another", () => {
    expect(shown()).toEqual([
      ["Attention", "layers.0.attn layers.1.attn", 0.6],
      ["Norm", "layers.0.norm layers.1.norm", 0.2],
      ["Linear", "head", 0.1],
    ]);
  });

  it("of a refused block are units themselves, and a refused leaf is none", () => {
    expect(shown(["Attention"])).toEqual([
      ["Linear", "layers.0.attn.proj layers.1.attn.proj head", 0.5],
      ["Norm", "layers.0.norm layers.1.norm", 0.2],
    ]);
    expect(shown(["Attention", "Linear"]).map(([name]) => name)).toEqual(["Norm"]);
  });
});

it("a total is split into whole parts of at least 1, in proportion", () => {
  expect(inProportion(12, [0.6, 0.3, 0.1])).toEqual([6, 4, 2]);
  expect(inProportion(2, [0.9, 0.05, 0.05])).toEqual([1, 1, 1]);
  expect(inProportion(36, [1, 1, 1])).toEqual([12, 12, 12]);
  expect(inProportion(7, [0.5, 0.5]).reduce((a, b) => a + b, 0)).toBe(7);
});

it("names of tasks differ in more than case, from every name that is assigned", () => {
  expect(uniqueNames(["a.Mlp", "b.MLP", "c.Mlp", "d.Mlp_2", "e.main.<locals>.Up", "f.Mlp_3"])).toEqual(["Mlp", "MLP_2", "Mlp_3", "Mlp_2_2", "Up", "Mlp_3_2"]);
});
