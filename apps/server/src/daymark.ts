import { existsSync } from "node:fs";
import { enableCompileCache } from "node:module";
import { join } from "node:path";
import { prepareSettings } from "./environment/env.ts";

// `./daymark` of a release. Runs before anything else is loaded, so that code compiled at the last start is not compiled
// again.
const root = prepareSettings();
// The first start creates the folder, for its user alone.
if (existsSync(root)) enableCompileCache(join(root, "cache"));

const { runCommand } = await import("./cli/command.ts");
const { runRelease } = await import("./cli/release-command.ts");
await runCommand(() => runRelease({ program: "daymark", args: process.argv.slice(2), root }));
