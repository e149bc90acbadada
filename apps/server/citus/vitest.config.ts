import { defineConfig } from "vitest/config";

/** The built product on a database that Citus distributes: `npm run test:citus`, by hand. */
export default defineConfig({
  test: {
    name: "e2e-citus",
    provide: { killTimes: Number(process.env.FAULT_TIMES || 50) },
    include: ["**/*.test.ts"],
    fileParallelism: false,
    testTimeout: 3_600_000,
    hookTimeout: 120_000,
  },
});
