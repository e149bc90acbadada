import { getConfig } from "@lingui/conf";
import { linguiTransformerBabelPreset } from "@lingui/vite-plugin";
import babel from "@rolldown/plugin-babel";
import tailwindcss from "@tailwindcss/vite";
import { tanstackRouter } from "@tanstack/router-plugin/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

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
