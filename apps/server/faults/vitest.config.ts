import { defineConfig } from "vitest/config";

/** Tests that take long or need a separate machine: `npm run test:faults`, by hand. Build first. */
export default defineConfig({
  test: {
    name: "e2e-faults",
    provide: { faultTimes: Number(process.env.FAULT_TIMES || 50), faultReport: process.env.FAULT_REPORT ?? "" },
    include: ["**/*.test.ts"],
    fileParallelism: false,
    testTimeout: 3_600_000,
    hookTimeout: 120_000,
  },
});
