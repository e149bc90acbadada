import { enableCompileCache } from "node:module";
import { join } from "node:path";

// Before anything else is loaded: what was compiled at the last start need not be compiled again.
enableCompileCache(join(import.meta.dirname, "../node_modules/.cache"));

const { run } = await import("./run.ts");
await run();
