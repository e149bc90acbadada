import { defineConfig } from "vitest/config";

/** One run for everything that needs no built app; `e2e` drives the built product and runs after the build. */
export default defineConfig({
  test: {
    projects: [
      "packages/*/vitest.config.ts",
      "apps/*/vitest.config.ts",
      "apps/web/*/vitest.config.ts",
      "bench/vitest.config.ts",
      "scripts/vitest.config.ts",
    ],
  },
});
