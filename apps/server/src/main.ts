import { enableCompileCache } from "node:module";
import { join } from "node:path";

// Runs before anything else is loaded, so that code compiled at the last start is not compiled again.
enableCompileCache(join(import.meta.dirname, "../node_modules/.cache"));

// `main.js` is the server. `main.js supervise` keeps a server running as its child and loads only what it needs for
// that.
if (process.argv[2] === "supervise") {
  const { supervise } = await import("./process/supervise.ts");
  await supervise();
} else {
  const { run } = await import("./run.ts");
  await run();
}
