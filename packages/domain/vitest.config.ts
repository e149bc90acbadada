import { defineConfig } from "vitest/config";
import { shared } from "../../vitest.shared.ts";

/** Histories of each kind of schedule that the rules' tests compare. `HISTORIES=10000` searches longer. */
const histories = Number(process.env.HISTORIES ?? 200);
if (!Number.isSafeInteger(histories) || histories < 1) throw new Error("HISTORIES must be a whole number, 1 or more.");

export default defineConfig({
  // A thousand cases on a busy machine take their time; how long is no part of any guarantee here.
  test: {
    ...shared,
    name: "domain",
    include: ["src/**/*.test.ts"],
    provide: { histories },
    testTimeout: Math.max(60_000, histories * 300),
  },
});
