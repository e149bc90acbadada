import { defineConfig } from "vitest/config";
import { shared } from "../../vitest.shared.ts";

export default defineConfig({
  // A thousand cases on a busy machine take their time; how long is no part of any guarantee here.
  test: { ...shared, name: "domain", include: ["src/**/*.test.ts"], testTimeout: 60_000 },
});
