import { existsSync, ReadStream, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { createDocument, sendDocument } from "../http/document.ts";

/** The files of the built web app that are no pages: what pages are made of, icons and the service worker. */
export async function serveStaticFiles(
  app: FastifyInstance,
  { client, isServiceWorkerOn }: { client: string; isServiceWorkerOn: boolean },
): Promise<void> {
  await app.register(async (assets) => {
    sendFromMemory(assets);
    await assets.register(fastifyStatic, {
      root: join(client, "assets"),
      prefix: "/assets/",
      decorateReply: false,
      preCompressed: true,
      // The names hold a hash of the content: what is under a name never changes.
      immutable: true,
      maxAge: "365d",
      index: false,
      // A route for each file that was built, so that no path from a client ever names a file.
      wildcard: false,
    });
  });
  app.get("/assets/*", (_, reply) => reply.callNotFound());
  for (const [name, type] of iconsIn(client)) {
    const headers = { "content-type": type, "cache-control": "public, max-age=86400" };
    const icon = await createDocument(readFileSync(join(client, name)), 200, headers);
    app.get(`/${name}`, (request, reply) => sendDocument(request, reply, icon));
  }
  await serveServiceWorker(app, serviceWorkerIn(client, isServiceWorkerOn));
}

/** @param script the service worker, by default the one that removes itself */
export async function serveServiceWorker(app: FastifyInstance, script = removedWorker): Promise<void> {
  const worker = await createDocument(script, 200, workerHeaders);
  app.get("/service-worker.js", (request, reply) => sendDocument(request, reply, worker));
}

/**
 * Sends the bytes of a file, which all clients share, in the place of a stream. Each client that reads a stream slowly would
 * hold a file handle and 140 kB. Files stay in memory from their first use on, 5 MB in all.
 */
function sendFromMemory(scope: FastifyInstance): void {
  const contents = new Map<string, Buffer>();
  scope.addHook("onSend", async (_, reply, payload) => {
    if (!(payload instanceof ReadStream)) return payload;
    // A stream that is closed while it opens its file tells when that fails.
    payload.on("error", () => {}).destroy();
    const path = String(payload.path);
    const content = contents.get(path) ?? readFileSync(path);
    contents.set(path, content);
    const range = sentRange.exec(String(reply.getHeader("content-range")))?.groups;
    return range ? content.subarray(Number(range.first), Number(range.last) + 1) : content;
  });
}

/** RFC 9110 14.4: Content-Range of a 206. */
const sentRange = /^bytes (?<first>\d+)-(?<last>\d+)\//;

/** Names of the icons in the root of the built files, with their types. */
function iconsIn(client: string): [name: string, type: string][] {
  return readdirSync(client).flatMap((name) => {
    const type = name.endsWith(".svg") ? "image/svg+xml" : name.endsWith(".png") ? "image/png" : null;
    return type ? [[name, type] as [string, string]] : [];
  });
}

/** The script by which pages open without a network; undefined where none was built, or where it is off. */
function serviceWorkerIn(client: string, isOn: boolean): string | undefined {
  const file = join(client, "service-worker.js");
  return isOn && existsSync(file) ? readFileSync(file, "utf8") : undefined;
}

/**
 * Browsers keep asking for the script they once registered, so this is how a service worker is withdrawn: one that drops
 * all it kept, lets pages go to the network again, and goes.
 */
const removedWorker = `addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) await caches.delete(name);
  await registration.unregister();
})()));
`;

/** Asked for anew each time, and with no rights but to fetch what is ours. */
const workerHeaders = {
  "content-type": "text/javascript; charset=utf-8",
  "cache-control": "no-cache",
  "content-security-policy": "default-src 'none'; connect-src 'self'",
} as const;
