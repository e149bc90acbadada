import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { getConfig } from "@lingui/conf";
import { linguiTransformerBabelPreset } from "@lingui/vite-plugin";
import babel from "@rolldown/plugin-babel";
import tailwindcss from "@tailwindcss/vite";
import { tanstackRouter } from "@tanstack/router-plugin/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

const i18n = { cwd: new URL("../../packages/i18n", import.meta.url).pathname };

/**
 * Two builds of one app: the browser's (`vite build`) and the server's (`vite build --ssr src/entry-server.tsx`).
 * There is no index.html: the server renders the document, in development too (apps/server/src/pages.ts).
 */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    // The router first: it splits the routes before anything else rewrites them.
    tanstackRouter({ target: "react", autoCodeSplitting: true }),
    babel({ presets: [linguiTransformerBabelPreset({ linguiConfig: getConfig(i18n) }, i18n)] }),
    react(),
    tailwindcss(),
    compress(),
  ],
  build: isSsrBuild
    ? { target: "node24", copyPublicDir: false }
    : {
        outDir: "dist/client",
        manifest: true,
        target: "baseline-widely-available",
        // The Content-Security-Policy allows no `data:` scripts or fonts, and small files travel well over HTTP/2.
        assetsInlineLimit: 0,
        rolldownOptions: { input: "src/entry-client.tsx" },
      },
}));

/** Writes a `.br` beside each file that is text, so that the server compresses nothing per request. */
function compress(): Plugin {
  return {
    name: "compress",
    apply: (_, { isSsrBuild }) => !isSsrBuild,
    writeBundle({ dir = "" }, bundle) {
      for (const name of Object.keys(bundle).filter((name) => /\.(?:js|css)$/.test(name))) {
        writeFileSync(join(dir, `${name}.br`), brotliCompressSync(readFileSync(join(dir, name))));
      }
    },
  };
}
