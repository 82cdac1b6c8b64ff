/** The machine as prompts and reports tell it. */
import { expect, it } from "@jest/globals";
import { describeHost } from "../../src/domain/hardware.ts";
import { baselines } from "../support/verdicts.ts";

const caches = [
  { level: 1, bytes: 2 ** 15, cores: 1 },
  { level: 3, bytes: 2 ** 25, cores: 2 },
];

it("a CPU is told with its cores and caches, and without them where an older judge did not tell them", () => {
  const { caches: _, ...host } = { ...baselines.host, cpu: "EPYC", threads: 2, simd: ["avx2"] };
  expect(describeHost({ ...host, caches }, "cpu")).toMatch(/^EPYC, 2 threads for as many cores, L1 32 KiB, L3 32 MiB for 2 cores; SIMD: avx2;/);
  expect(describeHost(host, "cpu")).toMatch(/^EPYC, 2 threads for as many cores, SIMD: avx2;/);
});
