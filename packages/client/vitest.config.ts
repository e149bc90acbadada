import { defineConfig } from "vitest/config";
import { shared } from "../../vitest.shared.ts";

export default defineConfig({
  test: {
    ...shared,
    name: "client",
    include: ["src/**/*.test.ts"],
    testTimeout: 60_000,
  },
});
