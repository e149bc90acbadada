import { setImmediate } from "node:timers/promises";
import { createConcurrencyLimit } from "@daymark/auth/concurrency/concurrency-limit";
import type { Language } from "@daymark/domain/text/language";
import { createDocument, type Document, documentBytes } from "../http/document.ts";
import { contentSecurityPolicy } from "./content-security-policy.ts";
import type { Made } from "./page-cache.ts";
import type { ReadPages } from "./page-data.ts";
import type { Site, WebApp } from "./web-app.ts";

export interface RendererOptions {
  web: WebApp;
  /**
   * The base of canonical addresses, without a trailing slash. A function, because with PORT=0 the system chooses the
   * port after this call.
   */
  publicUrl: () => string;
  /** What pages know of this installation. */
  site: Omit<Site, "publicUrl">;
  /** The source of the data in pages. */
  data: ReadPages;
  /** Called with the error if a page could not be rendered. The client then gets the error page. */
  onError: (error: unknown, path: string) => void;
}

/** The result for an address: a page, a redirect, or nothing. */
export type Target = Document | { location: string; status: number } | "missing";

/** Several requests wait for the database at the same time. A request behind a hundred others would wait too long. */
export const renderings = { atOnceMax: 8, waitingMax: 100 };
/** One page is drawn at a time: React draws a page synchronously, and blocks the event loop for up to 30 ms. */
const drawings = { atOnceMax: 1, waitingMax: renderings.atOnceMax };
export const busyRetrySeconds = 2;

/**
 * As React renders PageHead of apps/web. Text that users wrote cannot contain it, because its characters are escaped.
 */
const canonicalTag = '<link rel="canonical"';

/** An address that no page has. */
export const missingPath = "/missing/page";

/** Returns the function that renders a page for a guest. */
export function createPageRenderer(options: RendererOptions) {
  const { web, data, onError } = options;
  const inDrawingTurn = createConcurrencyLimit(drawings);

  return async (address: string, language: Language): Promise<Made<Target>> => {
    const { ask, topics } = data.as(language);
    const site = { publicUrl: options.publicUrl(), ...options.site };
    const page = await web.entry().render({ url: address, language, site, files: web.files, ask, draw });
    const [path = ""] = address.split("?", 1);
    const made = { topics: [...topics], bytes: 0 };
    const location = page.headers.get("location");
    if (location !== null) return { ...made, value: { location, status: page.status }, outcome: "passing" };
    if (page.status === 404 && path !== missingPath) return { ...made, value: "missing", outcome: "passing" };
    if (page.status >= 500) onError(page.error, path);
    const outcome = page.status >= 500 ? "failed" : page.isEndless || web.isDevelopment ? "passing" : "keep";
    const policy = contentSecurityPolicy({
      scripts: page.scripts,
      captcha: site.captcha.provider,
      areImagesForeign: page.areImagesForeign,
      isSecure: site.publicUrl.startsWith("https:"),
    });
    const headers = {
      "content-type": "text/html; charset=utf-8",
      ...(!web.isDevelopment && { "content-security-policy": policy }),
      vary: "accept-language, cookie",
      "cache-control": "no-cache",
      // Only public pages have a canonical address. The head of a page that only scripts render is not in this HTML.
      ...(!page.html.includes(canonicalTag) && { "x-robots-tag": "noindex" }),
      ...(page.status === 503 && { "retry-after": String(busyRetrySeconds) }),
    };
    const document = await createDocument(page.html, page.status, headers);
    const staleAt = page.day === undefined ? {} : { staleAt: Date.parse(page.day) + 86_400_000 };
    return { ...made, ...staleAt, value: document, bytes: documentBytes(document), outcome };
  };

  /** Draws a page after the earlier ones, and after the event loop has served what arrived meanwhile. */
  function draw<Result>(work: () => Promise<Result>): Promise<Result> {
    return inDrawingTurn(async () => {
      await setImmediate();
      return work();
    });
  }
}
