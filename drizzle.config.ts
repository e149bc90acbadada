import { defineConfig } from "drizzle-kit";

/** `pnpm drizzle-kit generate` writes the migration for a changed schema; the server applies them at its start. */
export default defineConfig({
  dialect: "postgresql",
  schema: "./packages/db/src/schema/**/*.ts",
  out: "./packages/db/migrations",
});
