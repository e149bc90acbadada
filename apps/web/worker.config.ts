import { createHash } from "node:crypto";
import { globSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "vite";

const client = join(import.meta.dirname, "dist/client");

/**
 * The service worker, built after the pages, for it has to name every file of theirs. One classic script without
 * imports, which every browser with service workers runs.
 */
export default defineConfig({
  define: { BUILD: JSON.stringify(describeBuild()) },
  publicDir: false,
  build: {
    outDir: client,
    emptyOutDir: false,
    target: "baseline-widely-available",
    modulePreload: false,
    rolldownOptions: {
      input: join(import.meta.dirname, "src/worker/service-worker.ts"),
      output: { format: "iife", entryFileNames: "service-worker.js" },
    },
  },
});

/** Which files there are, without their compressed copies. Their names hold hashes, so they name the build too. */
function describeBuild(): { version: string; files: string[] } {
  const files = globSync("assets/**/*.{js,css,woff2}", { cwd: client })
    .map((file) => `/${file.replaceAll("\\", "/")}`)
    .sort();
  return { version: createHash("sha256").update(files.join()).digest("hex").slice(0, 16), files };
}
