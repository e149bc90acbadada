import { defineConfig } from "vitest/config";

/** Tests that need an S3 server, which no npm package contains. Run them by `npm run test:s3`. */
export default defineConfig({
  test: {
    name: "e2e-s3",
    include: ["**/*.test.ts"],
    // Each start of the product uses both cores.
    fileParallelism: false,
    testTimeout: 300_000,
    hookTimeout: 120_000,
  },
});
