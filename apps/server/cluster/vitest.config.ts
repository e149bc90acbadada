import { defineConfig } from "vitest/config";

/** What needs several machines' worth of programs, which no package brings along: `npm run test:cluster`, by hand. */
export default defineConfig({ test: { name: "e2e-cluster", include: ["**/*.test.ts"], testTimeout: 60_000 } });
