import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * This package's folder in the repository, with its migrations and its dependencies. The function searches upwards, so
 * that it works both from the source and from a bundle in an app's `dist`.
 */
export function packageDirectory(): string {
  let directory = import.meta.dirname;
  while (!existsSync(join(directory, "packages/db/package.json"))) {
    const parent = dirname(directory);
    if (parent === directory) throw new Error(`No packages/db above ${import.meta.dirname}`);
    directory = parent;
  }
  return join(directory, "packages/db");
}
