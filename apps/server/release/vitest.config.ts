import { defineConfig } from "vitest/config";

/** Tests an archive of `npm run release`, unpacked in an empty folder: `npm run test:release`. */
export default defineConfig({
  test: {
    name: "e2e-release",
    include: ["**/*.test.ts"],
    fileParallelism: false,
    testTimeout: 300_000,
    hookTimeout: 120_000,
  },
});
