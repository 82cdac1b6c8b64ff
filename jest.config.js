/** Jest runs the TypeScript sources as Node does: types stripped, nothing compiled, ES modules kept. */
export default {
  testMatch: ["<rootDir>/test/**/*.test.ts"],
  extensionsToTreatAsEsm: [".ts"],
  transform: { "\\.ts$": "<rootDir>/test/strip-types.mjs" },
  modulePathIgnorePatterns: ["<rootDir>/.venv/", "<rootDir>/.kernelwright/", "<rootDir>/runs/"],
  testEnvironment: "<rootDir>/test/scratch-environment.mjs",
  testSequencer: "<rootDir>/test/slowest-first.mjs",
  testTimeout: 300_000,
  maxWorkers: 2,
};
