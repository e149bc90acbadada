import { defineConfig } from "vitest/config";

/** One run for everything that needs no built app; projects called `e2e…` drive the built product, after the build. */
export default defineConfig({
  test: {
    projects: [
      "packages/*/vitest.config.ts",
      "apps/*/vitest.config.ts",
      "apps/*/*/vitest.config.ts",
      "bench/vitest.config.ts",
      "scripts/vitest.config.ts",
    ],
  },
});
