import type { Language } from "@daymark/domain/language";
import { createRequestHandler, RouterServer, renderRouterToString } from "@tanstack/react-router/ssr/server";
import type { App } from "./lib/app.ts";
import { createLanguageStore } from "./lib/language.ts";
import type { Site } from "./lib/site.ts";
import { headScript } from "./lib/theme.ts";
import { createAppRouter } from "./router.tsx";

export { isLanguage, languageOfCookie } from "./lib/language.ts";

/** Vite's manifest of the browser's build: which files an entry or a split route needs. */
export type ViteManifest = Record<
  string,
  { file: string; isEntry?: boolean; imports?: string[]; css?: string[]; assets?: string[] }
>;

export interface PageRequest {
  /** Path and query as asked. */
  url: string;
  language: Language;
  site: Site;
  manifest: ViteManifest;
}

export interface Page {
  status: number;
  headers: Headers;
  html: string;
  /** Of the page that could not be rendered, where the status says so. */
  error?: unknown;
}

// Only asked which addresses have a page; it renders nothing.
const addresses = createAppRouter({
  languages: createLanguageStore("en"),
  site: {
    publicUrl: "",
    contactEmail: "",
    socialLinks: [],
    providers: [],
    passkeys: false,
    captcha: { provider: "off" },
  },
  browser: null,
});

/** True where an address has a page: all others are answered by one and the same. */
export function isPagePath(path: string): boolean {
  return addresses.getMatchedRoutes(path)[2] !== undefined;
}

/** One document as a guest sees it. Knows no caller: whatever depends on one is decided in the browser. */
export async function render({ url, language, site, manifest }: PageRequest): Promise<Page> {
  const languages = createLanguageStore(language);
  await languages.need("app");
  const app: App = { languages, site, browser: null };
  let chunks: string[] = [];
  let error: unknown;
  const handle = createRequestHandler({
    request: new Request(new URL(url, site.publicUrl)),
    createRouter: () => createAppRouter(app),
  });
  const response = await handle(({ router, responseHeaders }) => {
    const matches = router.stores.matches.get();
    chunks = matches.map((match) => match.routeId);
    error = matches.find((match) => match.error)?.error;
    return renderRouterToString({ router, responseHeaders, children: <RouterServer router={router} /> });
  });
  const html = await response.text();
  const isHtml = response.headers.get("content-type")?.startsWith("text/html") ?? false;
  return {
    status: response.status,
    headers: response.headers,
    html: isHtml ? withHead(html, headTags({ manifest, routeIds: chunks, languages })) : html,
    error,
  };
}

/** First in the head, so that the theme is set before anything is painted. */
function withHead(html: string, tags: string): string {
  return html.replace("<head>", () => `<head>${tags}`);
}

interface HeadParts {
  manifest: ViteManifest;
  routeIds: readonly string[];
  languages: App["languages"];
}

function headTags({ manifest, routeIds, languages }: HeadParts): string {
  const inline = `<meta charset="utf-8"><script>${headScript}</script>`;
  const keys = [
    "src/entry-client.tsx",
    ...routeIds.flatMap((id) => splitKeys(manifest, id)),
    ...languages.catalogs.map((name) => `../../packages/i18n/locales/${languages.current}/${name}.ts`),
  ];
  const files = filesOf(manifest, keys);
  const entry = manifest["src/entry-client.tsx"]?.file;
  return [
    inline,
    ...files
      .fonts(languages.current)
      .map((file) => `<link rel="preload" href="/${file}" as="font" type="font/woff2" crossorigin>`),
    ...files.css.map((file) => `<link rel="stylesheet" href="/${file}">`),
    ...files.scripts.filter((file) => file !== entry).map((file) => `<link rel="modulepreload" href="/${file}">`),
    `<script type="module" src="/${entry}"></script>`,
  ].join("");
}

/** The chunks that the router's code splitting made of a route's file. */
function splitKeys(manifest: ViteManifest, routeId: string): string[] {
  const path = routeId === "__root__" ? "/__root" : routeId.endsWith("/") ? `${routeId}index` : routeId;
  return Object.keys(manifest).filter((key) => key.startsWith(`src/routes${path}.tsx?tsr-split=`));
}

/** All files that the given keys pull in before they can run, each once. */
function filesOf(manifest: ViteManifest, keys: readonly string[]) {
  const scripts = new Set<string>();
  const css = new Set<string>();
  const assets = new Set<string>();
  const visit = (key: string) => {
    const chunk = manifest[key];
    if (!chunk || scripts.has(chunk.file)) return;
    scripts.add(chunk.file);
    for (const file of chunk.css ?? []) css.add(file);
    for (const file of chunk.assets ?? []) assets.add(file);
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  for (const key of keys) visit(key);
  return {
    scripts: [...scripts],
    css: [...css],
    /** The one font that the first words need. */
    fonts: (language: Language) =>
      [...assets].filter((file) => file.endsWith(".woff2") && file.includes(language === "uk" ? "cyrillic" : "latin")),
  };
}
