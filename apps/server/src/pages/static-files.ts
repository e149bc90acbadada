import { existsSync, ReadStream, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { createDocument, sendDocument } from "../http/document.ts";

/** Serves the files of the built web app that are not pages: scripts, styles, icons and the service worker. */
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
      // The names contain a hash of the content, so the content of a name never changes.
      immutable: true,
      maxAge: "365d",
      index: false,
      // A separate route for each built file, so that no path from a client ever names a file.
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

/** @param script the service worker; by default the one that removes itself */
export async function serveServiceWorker(app: FastifyInstance, script = removedWorker): Promise<void> {
  const worker = await createDocument(script, 200, workerHeaders);
  app.get("/service-worker.js", (request, reply) => sendDocument(request, reply, worker));
}

/**
 * Sends the bytes of a file, which all clients share, instead of a stream. Each client that reads a stream slowly would
 * hold a file handle and 140 kB. Files stay in memory after their first use, 5 MB in all.
 */
function sendFromMemory(scope: FastifyInstance): void {
  const contents = new Map<string, Buffer>();
  scope.addHook("onSend", async (_, reply, payload) => {
    if (!(payload instanceof ReadStream)) return payload;
    // A stream that is closed while it opens its file emits an error if the opening fails.
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

/** Returns the script that makes pages work offline; undefined if none was built, or if it is turned off. */
function serviceWorkerIn(client: string, isOn: boolean): string | undefined {
  const file = join(client, "service-worker.js");
  return isOn && existsSync(file) ? readFileSync(file, "utf8") : undefined;
}

/**
 * Withdraws a service worker. Browsers keep fetching the script that they once registered, so this script deletes its
 * caches, lets pages use the network again, and unregisters itself.
 */
const removedWorker = `addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) await caches.delete(name);
  await registration.unregister();
})()));
`;

/** Browsers revalidate it each time. It may only fetch from our own origin. */
const workerHeaders = {
  "content-type": "text/javascript; charset=utf-8",
  "cache-control": "no-cache",
  "content-security-policy": "default-src 'none'; connect-src 'self'",
} as const;
