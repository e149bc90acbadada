import { enableCompileCache } from "node:module";
import { join } from "node:path";

// Before anything else is loaded: what was compiled at the last start need not be compiled again.
enableCompileCache(join(import.meta.dirname, "../node_modules/.cache"));

// `main.js` is the server; `main.js supervise` keeps one running as its child, and loads only what that needs.
if (process.argv[2] === "supervise") {
  const { supervise } = await import("./process/supervise.ts");
  await supervise();
} else {
  const { run } = await import("./run.ts");
  await run();
}
