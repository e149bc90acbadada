import { defineConfig } from "vitest/config";

/** Tests that need programs of several machines, which no npm package contains. Run them by `npm run test:cluster`. */
export default defineConfig({ test: { name: "e2e-cluster", include: ["**/*.test.ts"], testTimeout: 60_000 } });
