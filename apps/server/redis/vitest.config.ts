import { defineConfig } from "vitest/config";

/** What needs a Redis of the machine, which no package brings along: `npm run test:redis`, by hand. */
export default defineConfig({ test: { name: "e2e-redis", include: ["**/*.test.ts"], testTimeout: 30_000 } });
