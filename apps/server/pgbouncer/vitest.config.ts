import { defineConfig } from "vitest/config";

/** Tests the built product behind PgBouncer with prepared statements. Run them by `npm run test:pgbouncer`. */
export default defineConfig({
  test: { name: "e2e-pgbouncer", include: ["**/*.test.ts"], testTimeout: 300_000, hookTimeout: 60_000 },
});
