import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { getConfig } from "@lingui/conf";
import { linguiTransformerBabelPreset } from "@lingui/vite-plugin";
import babel from "@rolldown/plugin-babel";
import tailwindcss from "@tailwindcss/vite";
import { tanstackRouter } from "@tanstack/router-plugin/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { comments } from "../../vite.shared.ts";
import { codeSplitting } from "./chunks.ts";

const i18n = { cwd: new URL("../../packages/i18n", import.meta.url).pathname };

/**
 * Two builds of one app: the browser's (`vite build`) and the server's (`vite build --ssr src/entry-server.tsx`).
 * There is no index.html: the server renders the document, in development too (apps/server/src/pages/pages.ts).
 */
export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [
    // The router first: it splits the routes before anything else rewrites them.
    tanstackRouter({
      target: "react",
      autoCodeSplitting: true,
      // A loader knows the API, which the landing page must not load: it goes with its component.
      codeSplittingOptions: { defaultBehavior: [["component", "loader"], ["errorComponent"], ["notFoundComponent"]] },
    }),
    macros(),
    react(),
    tailwindcss(),
    compress(),
  ],
  // One bundle with all it needs: the server starts sooner than from a thousand files.
  ssr: command === "build" ? { noExternal: true } : {},
  ...(isSsrBuild && { define: { "process.env.NODE_ENV": '"production"' } }),
  build: isSsrBuild
    ? { target: "node24", copyPublicDir: false, rolldownOptions: { output: { comments } } }
    : {
        outDir: "dist/client",
        manifest: true,
        target: "baseline-widely-available",
        // The Content-Security-Policy allows no `data:` scripts or fonts, and small files travel well over HTTP/2.
        assetsInlineLimit: 0,
        rolldownOptions: {
          input: ["src/page-session.ts", "src/entry-client.tsx"],
          // The package does not declare it: its unused links (sockets among them) have no side effects either.
          treeshake: { moduleSideEffects: [{ test: /node_modules\/@trpc\//, sideEffects: false }] },
          output: { codeSplitting },
        },
      },
}));

/** Turns Lingui's macros into calls; tests of files that use them need it too. */
export function macros() {
  return babel({ presets: [linguiTransformerBabelPreset({ linguiConfig: getConfig(i18n) }, i18n)] });
}

/** Writes a `.br` and a `.gz` beside each file that is text, so that the server compresses nothing per request. */
function compress(): Plugin {
  return {
    name: "compress",
    apply: (_, { isSsrBuild }) => !isSsrBuild,
    writeBundle({ dir = "" }, bundle) {
      // While developing nothing is gained by it, and much time is lost.
      if (this.meta.watchMode) return;
      for (const name of Object.keys(bundle).filter((name) => /\.(?:js|css)$/.test(name))) {
        const content = readFileSync(join(dir, name));
        writeFileSync(join(dir, `${name}.br`), brotliCompressSync(content));
        writeFileSync(join(dir, `${name}.gz`), gzipSync(content, { level: 9 }));
      }
    },
  };
}
