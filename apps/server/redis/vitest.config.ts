import { defineConfig } from "vitest/config";

/** Tests that need a Redis server, which no npm package contains. Run them by `npm run test:redis`. */
export default defineConfig({ test: { name: "e2e-redis", include: ["**/*.test.ts"], testTimeout: 30_000 } });
