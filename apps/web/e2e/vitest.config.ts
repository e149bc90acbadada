import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/** A developer steps through the tests in Playwright's inspector: one file after the other, without timeouts. */
const isStepped = process.env.PWDEBUG === "1";

/** Tests the built product in a real browser. Build it first. */
export default defineConfig({
  test: {
    name: "e2e",
    include: ["**/*.test.ts"],
    globalSetup: fileURLToPath(new URL("setup.ts", import.meta.url)),
    // A test mostly waits for the server or the browser, so two run well on two cores.
    maxWorkers: isStepped ? 1 : 2,
    // Files of one worker share its connection to the browser of the run.
    isolate: false,
    testTimeout: isStepped ? 0 : 60_000,
    hookTimeout: isStepped ? 0 : 60_000,
    // The timeout of each condition that a test waits for.
    expect: { poll: { timeout: isStepped ? 3_600_000 : 10_000, interval: 50 } },
  },
});
