import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "./run-program.ts";

/**
 * Runs the built server in this very process: one fewer between the person's Ctrl+C and the database's clean stop.
 * It handles the signals itself from here on.
 */
export async function serve(): Promise<void> {
  process.env.NODE_ENV ??= "production";
  await import(pathToFileURL(join(root, "apps/server/dist/main.js")).href);
}
