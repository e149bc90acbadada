import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

export interface Installation {
  /** The folder with `apps/` and `packages/`. */
  directory: string;
  /** Undefined in the repository. */
  release: { version: string; released_at?: string } | undefined;
}

/** Only a release has this file at its root. `npm run release` writes it. */
const releaseFile = "release.json";

/** The repository or the release that this program is part of. The function searches upwards from the program. */
export function findInstallation(from = import.meta.dirname): Installation {
  for (let directory = from; ; directory = dirname(directory)) {
    const file = join(directory, releaseFile);
    if (existsSync(file)) return { directory, release: JSON.parse(readFileSync(file, "utf8")) };
    if (existsSync(join(directory, "pnpm-workspace.yaml"))) return { directory, release: undefined };
    if (dirname(directory) === directory) throw new Error(`no installation above ${from}`);
  }
}
