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
import { comments } from "../../vite.shared.ts";

const i18n = { cwd: new URL("../../packages/i18n", import.meta.url).pathname };

const vendor =
  /node_modules\/(?:react|react-dom|scheduler|use-sync-external-store|@lingui|@tanstack\/(?:react-router|router-core|history|react-store|store))\//;

/**
 * The frame around every page. What is fetched later (the user's menu, the toaster, the API) is not of it; what that shares
 * with pages of guests is, or it would bring all of it along. All that these import comes into it, too.
 */
const shell =
  /packages\/domain\/src\/bounds\.ts|packages\/ui\/src\/(?:badge|button|classes|icon-button|link|spinner)\.tsx?|src\/layout\/(?!user-|flash-toaster|email-|log-out-|resend-)|src\/lib\/(?:app|connection|flash|format|guards|head|language|late|site|theme)\.tsx?|lucide-react\/dist\/esm\/(?:(?!icons|lucide)|icons\/search\.)/;

/** What talks to the server: the pages of guests that only tell something do without. */
const api =
  /node_modules\/(?:@tanstack\/(?:react-query|query-core)|@trpc)\/|src\/lib\/(?:api|day-zone|problem|trpc)\.tsx?/;

/** The frame around every page of a logged-in person. */
const user =
  /src\/(?:layout\/(?:email-banner|resend-button|user-)|features\/(?:offline\/offline\.ts|palette\/tools|shortcut\/(?:shortcuts|single-keys)|timer\/timer-signal)|lib\/private-data)/;

/** What a day comes to, wherever days are kept; the pages of guests do without. */
const day =
  /packages\/domain\/src\/(?:habit-type|result|unit|week)\.ts|src\/features\/progress\/(?:amount|day-state)\.ts/;

/** Signs that many pages have: a file for each would be mostly the file. */
const signs =
  /lucide-react\/dist\/esm\/icons\/(?:arrow-right|chevron-left|chevron-right|circle-exclamation-point|clock|cloud-off|ellipsis|lock|pin|plus|rotate-ccw|trash)\.|packages\/ui\/src\/(?:card|empty-state|skeleton)\.tsx/;

/** What is half written, by guests too: a log-out forgets it, which else would bring its own file onto their pages. */
const drafts = /src\/lib\/(?:comment|request)-drafts/;

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
          input: "src/entry-client.tsx",
          // The package does not say it of itself: its links that nobody uses (sockets among them) do nothing either.
          treeshake: { moduleSideEffects: [{ test: /node_modules\/@trpc\//, sideEffects: false }] },
          // What pages have in common, in a few files instead of fifty: fewer requests, and it compresses better.
          output: {
            codeSplitting: {
              groups: [
                { name: "vendor", test: vendor },
                { name: "shell", test: shell },
                { name: "api", test: api },
                { name: "drafts", test: drafts },
                { name: "user", test: user },
                { name: "day", test: day },
                { name: "signs", test: signs },
              ],
            },
          },
        },
      },
}));

/** Turns Lingui's macros into calls; tests of files that use them need it too. */
export function macros() {
  return babel({ presets: [linguiTransformerBabelPreset({ linguiConfig: getConfig(i18n) }, i18n)] });
}

/** Writes a `.br` beside each file that is text, so that the server compresses nothing per request. */
function compress(): Plugin {
  return {
    name: "compress",
    apply: (_, { isSsrBuild }) => !isSsrBuild,
    writeBundle({ dir = "" }, bundle) {
      // While developing nothing is gained by it, and much time is lost.
      if (this.meta.watchMode) return;
      for (const name of Object.keys(bundle).filter((name) => /\.(?:js|css)$/.test(name))) {
        writeFileSync(join(dir, `${name}.br`), brotliCompressSync(readFileSync(join(dir, name))));
      }
    },
  };
}
