import { once } from "node:events";
import type { ViteDevServer } from "vite";
import { serveServiceWorker } from "../src/pages/static-files.ts";
import type { WebApp, WebEntry } from "../src/pages/web-app.ts";

/**
 * The web app from its current sources. Vite sends its modules to the browser, and the server renders pages with the
 * newest ones. The service worker is off, because it would answer with old files.
 */
export async function openSourceWebApp(vite: ViteDevServer): Promise<WebApp> {
  const loadEntry = async () => (await vite.ssrLoadModule("/src/entry-server.tsx")) as unknown as WebEntry;
  let entry = await loadEntry();
  return {
    entry: () => entry,
    files: { developmentTags: await readTags(vite) },
    isDevelopment: true,
    async serveFiles(scope) {
      await serveServiceWorker(scope);
      scope.addHook("onRequest", async (request, reply) => {
        if (request.routeOptions.url !== "/*") return;
        const answered = once(reply.raw, "close");
        // Vite calls the next handler if it has no such file.
        await Promise.race([answered, new Promise((goOn) => vite.middlewares(request.raw, reply.raw, goOn))]);
        if (reply.raw.writableEnded) reply.hijack();
        else entry = await loadEntry();
      });
    },
  };
}

/** Vite's client and the preamble of React Fast Refresh, then the styles and the entry of the web app. */
async function readTags(vite: ViteDevServer): Promise<string> {
  const html = await vite.transformIndexHtml("/", "<html><head></head><body></body></html>");
  const tagsOfVite = /<head>([\s\S]*)<\/head>/.exec(html)?.[1] ?? "";
  const entry = "/src/entry-client.tsx";
  return `${tagsOfVite}<link rel="stylesheet" href="/src/styles.css"><script type="module" src="${entry}"></script>`;
}
