import { readdirSync } from "node:fs";
import { get } from "node:http";
import { fileURLToPath } from "node:url";
import type { Page, Request } from "playwright-core";

/** What a browser with an empty cache fetches to show a page, in bytes as the server sends them. */
export interface FirstLoad {
  html: number;
  js: number;
  css: number;
  fonts: number;
  /** Paths of the scripts, in the order of their requests. */
  scripts: string[];
  fontFiles: string[];
}

const built = fileURLToPath(new URL("../../dist/client/", import.meta.url));

/** Paths of all scripts of the build. */
export function builtScripts(): string[] {
  return readdirSync(`${built}assets`).flatMap((name) => (name.endsWith(".js") ? [`/assets/${name}`] : []));
}

/** The last request that the pages of a logged-in user send by themselves: the stream of changes. */
export const lastUserRequests: readonly string[] = ["/trpc/live.changes"];

/** A page counts as loaded once it has sent no request for this time. */
const restMs = 1_000;
const restDeadlineMs = 30_000;

/** The stream of changes stays open for as long as the page does. */
export const isStream = (request: Request) => request.url().includes("/trpc/live.changes");

/**
 * Opens a page without touching it and counts all that it loads until it has sent no request for a second: what the
 * document names, what its scripts import, and what comes a little later by itself, such as the lazy parts for live
 * changes and for a lost network. What the service worker precaches does not count, so the browser must not have one.
 *
 * @param page of a browser with an empty cache
 * @param options.url of the product, without a slash at the end
 * @param options.path opened there
 * @param options.awaited parts of the addresses that the page must request before the count ends, however long that
 *   takes
 */
export async function measureFirstLoad(
  page: Page,
  { url, path, awaited = [] }: { url: string; path: string; awaited?: readonly string[] },
): Promise<FirstLoad> {
  const asked: Request[] = [];
  const open = new Set<Request>();
  let quietSince = Date.now();
  const onRequest = (request: Request) => {
    asked.push(request);
    if (!isStream(request)) open.add(request);
  };
  const onEnd = (request: Request) => {
    open.delete(request);
    quietSince = Date.now();
  };
  page.on("request", onRequest).on("requestfinished", onEnd).on("requestfailed", onEnd);
  const missing = () => awaited.filter((part) => !asked.some((request) => request.url().includes(part)));
  await page.goto(url + path);
  const deadline = Date.now() + restDeadlineMs;
  while (missing().length > 0 || open.size > 0 || Date.now() - quietSince < restMs) {
    if (Date.now() > deadline) {
      const busy = [...open].map((request) => request.url());
      throw new Error(`${path} did not finish loading: ${[...missing(), ...busy].join(", ")}`);
    }
    await page.waitForTimeout(50);
  }
  page.off("request", onRequest).off("requestfinished", onEnd).off("requestfailed", onEnd);
  if (new URL(page.url()).pathname !== path) throw new Error(`${path} redirected to ${page.url()}`);
  const cookie = (await page.context().cookies(url)).map(({ name, value }) => `${name}=${value}`).join("; ");
  return countFiles(
    asked.map((request) => ({ url: request.url(), kind: request.resourceType() })),
    cookie,
  );
}

/**
 * Sums the sizes by kind. A file that the page requests twice counts once.
 *
 * @param cookie of the browser, because it decides the language of a page
 */
export async function countFiles(asked: readonly { url: string; kind: string }[], cookie = ""): Promise<FirstLoad> {
  const kinds = new Map(asked.map(({ url, kind }) => [url, kindOf(kind, new URL(url).pathname)]));
  const load: FirstLoad = { html: 0, js: 0, css: 0, fonts: 0, scripts: [], fontFiles: [] };
  for (const [url, kind] of kinds) {
    if (!kind) continue;
    load[kind] += await sentBytes(url, cookie);
    if (kind === "js") load.scripts.push(new URL(url).pathname);
    if (kind === "fonts") load.fontFiles.push(new URL(url).pathname);
  }
  return load;
}

/** For a preload Playwright reports no useful resource type, so the extension decides. */
function kindOf(kind: string, path: string): "html" | "js" | "css" | "fonts" | null {
  if (kind === "document") return "html";
  if (kind === "script" || path.endsWith(".js")) return "js";
  if (kind === "stylesheet" || path.endsWith(".css")) return "css";
  return kind === "font" || path.endsWith(".woff2") ? "fonts" : null;
}

/** Size of a file's body as the server sends it to a browser that accepts brotli, without headers. */
export function sentBytes(url: string, cookie = ""): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { "accept-encoding": "br", cookie } }, (response) => {
      let bytes = 0;
      response.on("data", (part: Buffer) => {
        bytes += part.length;
      });
      response.on("end", () => {
        if (response.statusCode === 200) resolve(bytes);
        else reject(new Error(`${url} answered ${response.statusCode}`));
      });
      response.on("error", reject);
    }).on("error", reject);
  });
}
