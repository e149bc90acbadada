import { defineConfig } from "vitest/config";

/** Tests the built product in separate processes and kills its databases. Build it first. */
export default defineConfig({
  test: {
    name: "e2e-process",
    include: ["**/*.test.ts"],
    // Each start uses both cores.
    fileParallelism: false,
    testTimeout: 180_000,
    hookTimeout: 60_000,
  },
});
