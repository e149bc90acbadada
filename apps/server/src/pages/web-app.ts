import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { themes } from "@daymark/domain/account/auth";
import type { CaptchaProvider } from "@daymark/domain/account/captcha";
import type { PlanMode } from "@daymark/domain/account/plan";
import type { SignUpMode } from "@daymark/domain/account/sign-up";
import type { Language } from "@daymark/domain/text/language";
import type { FastifyInstance } from "fastify";
import type { Ask } from "./page-data.ts";
import { serveStaticFiles } from "./static-files.ts";

/** What pages know of this installation. The same type as in apps/web/src/lib/page/site.ts. */
export interface Site {
  publicUrl: string;
  contactEmail: string;
  socialLinks: readonly { name: string; url: string }[];
  donations: readonly { name: string; url: string }[];
  providers: readonly { name: string; label: string }[];
  passwords: boolean;
  proxyLogIn: boolean;
  passkeys: boolean;
  captcha: { provider: CaptchaProvider; siteKey?: string };
  defaultTheme: (typeof themes)[number];
  plans: PlanMode;
  signUp: SignUpMode;
  tellsOperator: boolean;
}

/** The exports of apps/web/src/entry-server.tsx. The server loads it at run time and imports no source of apps/web. */
export interface WebEntry {
  render(page: {
    url: string;
    language: Language;
    site: Site;
    files: WebFiles;
    ask: Ask;
    draw: <Result>(work: () => Promise<Result>) => Promise<Result>;
  }): Promise<{
    status: number;
    headers: Headers;
    html: string;
    scripts: readonly string[];
    areImagesForeign: boolean;
    isEndless: boolean;
    day?: string;
    error?: unknown;
  }>;
  renderManifest(language: Language, defaultTheme: Site["defaultTheme"]): Promise<string>;
  pageAddress(path: string, query: string): string | null;
  pageRoute(path: string): string | null;
  languageOfCookie(header: string | undefined): Language | null;
}

/** Where a page finds its scripts and styles: the manifest of a build, or the tags of the development server. */
export type WebFiles = { manifest: unknown } | { developmentTags: string };

/** The web app, either built or from its current sources. */
export interface WebApp {
  /** Renders pages. In development each request gets the newest version. */
  entry(): WebEntry;
  files: WebFiles;
  /**
   * Whether the sources may change at any time. Then pages are not cached, and may run scripts of the development
   * server.
   */
  isDevelopment: boolean;
  /** Adds routes for scripts, styles, icons and the service worker. */
  serveFiles(scope: FastifyInstance, options: { isServiceWorkerOn: boolean }): Promise<void>;
}

/**
 * @param directory the folder that `apps/web` was built into, with `client` and `server` inside
 * @throws Error if nothing is built there
 */
export async function openBuiltWebApp(directory: string): Promise<WebApp> {
  const entryFile = join(directory, "server/entry-server.js");
  if (!existsSync(entryFile)) throw new Error(`The web app is not built: ${directory} is missing.`);
  const client = join(directory, "client");
  const manifest: unknown = JSON.parse(readFileSync(join(client, ".vite/manifest.json"), "utf8"));
  const entry: WebEntry = await import(pathToFileURL(entryFile).href);
  return {
    entry: () => entry,
    files: { manifest },
    isDevelopment: false,
    serveFiles: (scope, { isServiceWorkerOn }) => serveStaticFiles(scope, { client, isServiceWorkerOn }),
  };
}
