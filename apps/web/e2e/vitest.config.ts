import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/** The built product in a real browser: build it first. */
export default defineConfig({
  test: {
    name: "e2e",
    include: ["**/*.test.ts"],
    globalSetup: fileURLToPath(new URL("setup.ts", import.meta.url)),
    // Most of a test is waiting for the server or the browser, so two go well on two cores.
    maxWorkers: 2,
    // What a file keeps is its worker's connection to the run's browser.
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Each condition that a test waits for.
    expect: { poll: { timeout: 10_000, interval: 50 } },
  },
});
