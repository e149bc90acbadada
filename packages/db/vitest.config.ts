import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { shared } from "../../vitest.shared.ts";

export default defineConfig({
  test: {
    ...shared,
    name: "db",
    include: ["src/**/*.test.ts"],
    globalSetup: fileURLToPath(import.meta.resolve("./src/testing-setup.ts")),
    testTimeout: 60_000,
  },
});
