import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/** A person steps through the tests in Playwright's inspector: one after the other, for as long as it takes. */
const isStepped = process.env.PWDEBUG === "1";

/** The built product in a real browser: build it first. */
export default defineConfig({
  test: {
    name: "e2e",
    include: ["**/*.test.ts"],
    globalSetup: fileURLToPath(new URL("setup.ts", import.meta.url)),
    // Most of a test is waiting for the server or the browser, so two go well on two cores.
    maxWorkers: isStepped ? 1 : 2,
    // What a file keeps is its worker's connection to the run's browser.
    isolate: false,
    testTimeout: isStepped ? 0 : 60_000,
    hookTimeout: isStepped ? 0 : 60_000,
    // Each condition that a test waits for.
    expect: { poll: { timeout: isStepped ? 3_600_000 : 10_000, interval: 50 } },
  },
});
