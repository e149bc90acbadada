import { defineConfig } from "vitest/config";

/** The built product as processes of their own, with databases that are killed: build it first. */
export default defineConfig({
  test: {
    name: "e2e-process",
    include: ["**/*.test.ts"],
    // Each start takes both cores.
    fileParallelism: false,
    testTimeout: 180_000,
    hookTimeout: 60_000,
  },
});
