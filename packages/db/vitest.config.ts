import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    name: "db",
    include: ["src/**/*.test.ts"],
    globalSetup: fileURLToPath(import.meta.resolve("./src/testing-setup.ts")),
    testTimeout: 60_000,
  },
});
