import { defineConfig } from "vitest/config";
import { shared } from "../vitest.shared.ts";

export default defineConfig({
  test: {
    ...shared,
    name: "scripts",
    include: ["**/*.test.ts"],
    globalSetup: "../packages/db/src/testing-setup.ts",
    testTimeout: 60_000,
  },
});
