import { createHash } from "node:crypto";
import { once } from "node:events";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import type { FastifyInstance } from "fastify";
import { pageHeaders } from "../http/headers.ts";
import { loadOnce } from "../http/load-once.ts";

const prefix = "/docs";
const scriptPath = "/docs/js/scalar.js";

/** The configuration of Scalar (scalar.com/products/api-references/configuration). */
const configuration = {
  url: "/api/openapi.json",
  // By default it would load fonts from Scalar's servers and send requests through Scalar's proxy.
  withDefaultFonts: false,
  proxyUrl: "",
  telemetry: false,
  hideClientButton: true,
  // A request from this page would carry no token, and the page could not read the answer. It shows requests as curl
  // commands instead.
  hideTestRequestButton: true,
  // A link to the document, because the page may not save files.
  documentDownloadType: "direct",
  showDeveloperTools: "never",
  agent: { disabled: true },
  mcp: { disabled: true },
};

/**
 * Scalar stores its settings in the browser's storage. It does not start if the storage throws, as it does on a page
 * with an opaque origin. This replacement keeps them in memory until the page is closed.
 */
const storageScript = `for (const name of ["localStorage", "sessionStorage"]) {
  const items = new Map();
  const storage = {
    getItem: (key) => items.get(String(key)) ?? null,
    setItem: (key, value) => void items.set(String(key), String(value)),
    removeItem: (key) => void items.delete(String(key)),
    clear: () => items.clear(),
    key: (index) => [...items.keys()][index] ?? null,
    get length() { return items.size; },
  };
  Object.defineProperty(window, name, { value: storage });
}`;

const startScript = `Scalar.createApiReference("#app", ${JSON.stringify(configuration)});`;

const page = `<!doctype html>
<html lang="en">
  <head>
    <title>API | Daymark</title>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
  </head>
  <body>
    <div id="app"></div>
    <script>${storageScript}</script>
    <script src="/api${scriptPath}"></script>
    <script>${startScript}</script>
  </body>
</html>
`;

const hashes = [storageScript, startScript].map(
  (source) => `'sha256-${createHash("sha256").update(source).digest("base64")}'`,
);

/**
 * Scalar uses inline styles, and is 4 MB of third-party code. `sandbox` without `allow-same-origin` gives its page an
 * opaque origin. So its code reaches no storage, cookie or service worker of the origin that holds users' tokens. It
 * can read only the OpenAPI document, which is sent with `Access-Control-Allow-Origin: *`.
 */
const policy = [
  "sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox",
  "default-src 'none'",
  `script-src 'self' ${hashes.join(" ")}`,
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** For the script: for a page with an opaque origin, our own origin is cross-origin. */
const scriptHeaders = {
  ...pageHeaders,
  "cross-origin-resource-policy": "cross-origin",
  "cache-control": "public, max-age=3600",
} as const;

/**
 * Serves `GET /api/docs`: the OpenAPI document as a page, with all its files from this server.
 *
 * @param load loads the page's script on the first request; tests make it fail
 */
export function mountDocs(app: FastifyInstance, load = loadScript): void {
  const readScript = loadOnce(load);
  for (const url of [prefix, `${prefix}/`]) {
    app.get(url, (_, reply) =>
      reply
        .headers({ ...pageHeaders, "content-security-policy": policy, "cache-control": "no-cache" })
        .type("text/html; charset=utf-8")
        .send(page),
    );
  }
  app.get(scriptPath, async (_, reply) => {
    const script = await readScript();
    return reply.headers(scriptHeaders).type("text/javascript; charset=utf-8").send(script);
  });
}

const { resolve } = createRequire(import.meta.url);

/** Runs Scalar's plugin and requests its script, as Scalar's documentation shows. */
const loader = `
  const { parentPort, workerData } = require("node:worker_threads");
  (async () => {
    const { default: scalar } = await import(workerData.scalar);
    const { default: Fastify } = await import(workerData.fastify);
    const host = Fastify();
    await host.register(scalar, { routePrefix: workerData.prefix, configuration: { url: workerData.url } });
    const { rawPayload } = await host.inject(workerData.scriptPath);
    parentPort.postMessage(new Uint8Array(rawPayload));
  })();
`;

/**
 * Loaded on the first request, so that no start waits for it. It runs in a worker thread, because Node takes a second
 * to parse the plugin, of which 4 MB are this script.
 */
async function loadScript(): Promise<Buffer> {
  const addressOf = (name: string) => pathToFileURL(resolve(name)).href;
  const worker = new Worker(loader, {
    eval: true,
    workerData: {
      ...{ prefix, scriptPath, url: configuration.url },
      scalar: addressOf("@scalar/fastify-api-reference"),
      fastify: addressOf("fastify"),
    },
  });
  return Buffer.from(await messageOf(worker));
}

/** @throws Error if the thread fails, or ends without a message */
export async function messageOf(worker: Worker): Promise<Uint8Array> {
  const ended = once(worker, "exit").then(([code]) => {
    throw new Error(`the thread ended with code ${code} and sent nothing`);
  });
  const [message] = await Promise.race([once(worker, "message"), ended]);
  return message;
}
