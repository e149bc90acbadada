import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    name: "scripts",
    include: ["*.test.ts"],
    globalSetup: "../packages/db/src/testing-setup.ts",
    testTimeout: 60_000,
  },
});
