import { defineConfig } from "vitest/config";

/** Runs the fuzzer for a minute against the built product, and the tests of the fuzzer. Build it first. */
export default defineConfig({
  test: {
    name: "e2e-fuzz",
    include: ["**/*.test.ts"],
    // The minute of fuzzing keeps all cores busy.
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 900_000,
  },
});
