import { defineConfig } from "vitest/config";

/** The built product behind PgBouncer with prepared statements: `npm run test:pgbouncer`, by hand. */
export default defineConfig({
  test: { name: "e2e-pgbouncer", include: ["**/*.test.ts"], testTimeout: 300_000, hookTimeout: 60_000 },
});
