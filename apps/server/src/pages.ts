import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { brotliCompressSync, constants } from "node:zlib";
import type { CaptchaProvider } from "@daymark/domain/captcha";
import { type Language, languageOf } from "@daymark/domain/language";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

export interface PagesOptions {
  /** The folder that `apps/web` was built into, with `client` and `server` inside. */
  directory: string;
  /** Base of canonical addresses, without a trailing slash; asked when a page is rendered, as the port may be the system's choice. */
  publicUrl: () => string;
  /** What the pages are told of this installation. */
  site: Omit<Site, "publicUrl">;
  /** Told why a page could not be rendered; its reader gets the page that says so. */
  onError: (error: unknown, path: string) => void;
}

/** As apps/web/src/lib/site.ts has it. */
interface Site {
  publicUrl: string;
  contactEmail: string;
  socialLinks: readonly { name: string; url: string }[];
  providers: readonly ("google" | "facebook")[];
  passkeys: boolean;
  captcha: { provider: CaptchaProvider; siteKey?: string };
}

/** What apps/web/src/entry-server.tsx exports; it is loaded as built, so the server knows none of its sources. */
interface WebEntry {
  render(page: {
    url: string;
    language: Language;
    site: Site;
    manifest: unknown;
  }): Promise<{ status: number; headers: Headers; html: string; error?: unknown }>;
  isPagePath(path: string): boolean;
  isLanguage(value: unknown): value is Language;
  languageOfCookie(header: string | undefined): Language | null;
}

/** A rendered document with all that is sent along with it. */
interface CachedPage {
  status: number;
  location: string | null;
  html: Buffer;
  brotli: Buffer;
  etag: string;
  policy: string;
}

/** Pages kept in memory; a path more lets the oldest go. */
const cachedPagesMax = 300;

const turnstileOrigin = "https://challenges.cloudflare.com";

/** An address that no page has: all missing pages are one page, whatever was asked. */
const missingPath = "/missing/page";

/**
 * The public pages, rendered as a guest sees them in the language asked for, and the built files of the web app. Every
 * GET that no other route takes ends here.
 */
export async function pages(app: FastifyInstance, options: PagesOptions): Promise<void> {
  const client = join(options.directory, "client");
  const manifest: unknown = JSON.parse(readFileSync(join(client, ".vite/manifest.json"), "utf8"));
  const web: WebEntry = await import(pathToFileURL(join(options.directory, "server/entry-server.js")).href);
  const cache = new Map<string, Promise<CachedPage>>();

  await app.register(fastifyStatic, {
    root: join(client, "assets"),
    prefix: "/assets/",
    decorateReply: false,
    preCompressed: true,
    // The names hold a hash of the content: what is under a name never changes.
    immutable: true,
    maxAge: "365d",
    index: false,
  });

  const icon = readFileSync(join(client, "icon.svg"));
  app.get("/icon.svg", (_, reply) =>
    reply.type("image/svg+xml").header("cache-control", "public, max-age=86400").send(icon),
  );
  app.get("/robots.txt", (_, reply) => reply.type("text/plain").send(robots));

  app.get("/*", async (request, reply) => {
    const { pathname: path, searchParams } = new URL(request.url, "http://page");
    const language = pageLanguage(web, request, searchParams.get("lang"));
    const shown = web.isPagePath(path) ? path : missingPath;
    return send(request, reply, await cached(shown, language), request.url.slice(path.length));
  });

  function cached(path: string, language: Language): Promise<CachedPage> {
    const key = `${language} ${path}`;
    const known = cache.get(key);
    if (known) return known;
    const rendering = renderPage(path, language);
    cache.set(key, rendering);
    // What failed may succeed the next time.
    const forget = () => cache.delete(key);
    rendering.then((page) => page.status >= 500 && forget(), forget);
    const [oldest] = cache.keys();
    if (cache.size > cachedPagesMax && oldest !== undefined) cache.delete(oldest);
    return rendering;
  }

  async function renderPage(path: string, language: Language): Promise<CachedPage> {
    const page = await web.render({
      url: path,
      language,
      site: { publicUrl: options.publicUrl(), ...options.site },
      manifest,
    });
    if (page.status >= 500) options.onError(page.error, path);
    const html = Buffer.from(page.html);
    return {
      status: page.status,
      location: page.headers.get("location"),
      html,
      brotli: brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
      etag: `"${createHash("sha256").update(html).digest("base64url")}"`,
      policy: contentSecurityPolicy(page.html, options.site.captcha),
    };
  }
}

/** Where the built web app is, under the repository's root; tells clearly when it has not been built. */
export function webDirectory(repositoryRoot: string): string {
  const directory = join(repositoryRoot, "apps/web/dist");
  if (!existsSync(join(directory, "server/entry-server.js"))) {
    throw new Error(`The web app is not built: ${directory} is missing.`);
  }
  return directory;
}

/** `?lang=`, else the choice that was stored, else what the browser asks for, else English. */
function pageLanguage(web: WebEntry, request: FastifyRequest, asked: string | null): Language {
  if (web.isLanguage(asked)) return asked;
  return web.languageOfCookie(request.headers.cookie) ?? languageOf(request.headers["accept-language"]);
}

function send(request: FastifyRequest, reply: FastifyReply, page: CachedPage, search: string) {
  if (page.location !== null) return reply.redirect(page.location + search, page.status);
  reply
    .code(page.status)
    .headers({
      "content-security-policy": page.policy,
      vary: "accept-language, cookie, accept-encoding",
      "cache-control": "no-cache",
      etag: page.etag,
    })
    .type("text/html; charset=utf-8");
  if (request.headers["if-none-match"] === page.etag && page.status === 200) return reply.code(304).send();
  const takesBrotli = /\bbr\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/.test(request.headers["accept-encoding"] ?? "");
  return takesBrotli ? reply.header("content-encoding", "br").send(page.brotli) : reply.send(page.html);
}

/**
 * The policy of one document: its own inline scripts by their hashes, nothing else inline. A hash rather than a nonce,
 * because the page is kept and sent again. `style` attributes are allowed, as they carry a habit's hue.
 * The one policy of Trusted Types is for the worker that solves the captcha. Turnstile comes from its own host, in a
 * frame and a script that knows nothing of Trusted Types.
 */
function contentSecurityPolicy(html: string, { provider }: Site["captcha"]): string {
  const foreign = provider === "turnstile" ? [turnstileOrigin] : [];
  const hashes = Array.from(
    html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g),
    ([, source = ""]) => `'sha256-${createHash("sha256").update(source).digest("base64")}'`,
  );
  return [
    "default-src 'self'",
    ["script-src 'self'", ...foreign, ...new Set(hashes)].join(" "),
    ...foreign.map((origin) => `frame-src ${origin}`),
    "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(provider === "turnstile" ? [] : ["require-trusted-types-for 'script'", "trusted-types captcha"]),
  ].join("; ");
}

/** What is for one person only has nothing to find; the pages themselves say so too. */
const robots = `User-agent: *
Disallow: /api/
Disallow: /trpc/
Disallow: /dashboard
Disallow: /settings
Disallow: /login/2fa
Disallow: /verify-email
Disallow: /reset-password
Disallow: /not-me
Disallow: /oauth/
`;
