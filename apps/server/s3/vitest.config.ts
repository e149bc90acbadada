import { defineConfig } from "vitest/config";

/** What needs an S3 server of the machine, which no package brings along: `npm run test:s3`, by hand. */
export default defineConfig({
  test: {
    name: "e2e-s3",
    include: ["**/*.test.ts"],
    // Each start of the product takes both cores.
    fileParallelism: false,
    testTimeout: 300_000,
    hookTimeout: 120_000,
  },
});
