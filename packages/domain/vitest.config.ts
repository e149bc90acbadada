import { defineConfig } from "vitest/config";
import { shared } from "../../vitest.shared.ts";

/** Histories of each kind of schedule that the rules' tests compare. `HISTORIES=10000` searches longer. */
const histories = Number(process.env.HISTORIES ?? 200);
if (!Number.isSafeInteger(histories) || histories < 1) throw new Error("HISTORIES must be a whole number, 1 or more.");

/** Data sets that the tests of insights draw of each kind. `DATA_SETS=1000` measures the rates in docs/insights.md. */
const dataSets = Number(process.env.DATA_SETS ?? 100);
if (!Number.isSafeInteger(dataSets) || dataSets < 1) throw new Error("DATA_SETS must be a whole number, 1 or more.");

export default defineConfig({
  // A thousand cases on a busy machine take their time; how long is no part of any guarantee here.
  test: {
    ...shared,
    name: "domain",
    include: ["src/**/*.test.ts"],
    provide: { histories, dataSets },
    testTimeout: Math.max(60_000, histories * 300, dataSets * 200),
  },
});
