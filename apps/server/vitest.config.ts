import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { shared } from "../../vitest.shared.ts";

export default defineConfig({
  test: {
    ...shared,
    name: "server",
    include: ["src/**/*.test.ts"],
    globalSetup: fileURLToPath(import.meta.resolve("@daymark/db/testing-setup")),
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
