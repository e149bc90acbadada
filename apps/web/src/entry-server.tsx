import { brand } from "@daymark/domain/base/brand";
import type { Language } from "@daymark/domain/text/language";
import { msg } from "@lingui/core/macro";
import { createRequestHandler, RouterServer, renderRouterToString } from "@tanstack/react-router/ssr/server";
import type { App } from "./lib/app.ts";
import { createLanguageStore } from "./lib/language/language.ts";
import { lateScriptsScript } from "./lib/page/deferred-scripts.ts";
import { describePage, type PageDescription } from "./lib/page/describe.ts";
import { earlyPressScript } from "./lib/page/early-press.ts";
import { type Ask, createRead, ReadError } from "./lib/page/page-data.ts";
import type { Site } from "./lib/page/site.ts";
import { bareSite } from "./lib/page/site.ts";
import { headScript } from "./lib/preferences/theme.ts";
import { createAppRouter, showsForeignImages } from "./router.tsx";

export { languageOfCookie } from "./lib/language/language.ts";
export { renderManifest } from "./manifest.ts";

/** Vite's manifest of the browser's build: which files an entry or a split route needs. */
export type ViteManifest = Record<
  string,
  { file: string; isEntry?: boolean; imports?: string[]; css?: string[]; assets?: string[] }
>;

/** Where a page finds its scripts and styles: in the manifest of a build, or by tags of Vite's development server. */
export type WebFiles = { manifest: ViteManifest } | { developmentTags: string };

export interface PageRequest {
  /** As {@link pageAddress} spells it. */
  url: string;
  language: Language;
  site: Site;
  files: WebFiles;
  /** Answers the queries of its loaders, as a guest. */
  ask: Ask;
  /** Runs the part that holds the event loop: it is for the host to say when. */
  draw: <Result>(work: () => Promise<Result>) => Promise<Result>;
}

export interface Page {
  status: number;
  headers: Headers;
  html: string;
  /** The sources of the inline scripts that we put into the page: all that its Content-Security-Policy lets run. */
  scripts: readonly string[];
  /** Whether one of its routes shows pictures of other hosts. */
  areImagesForeign: boolean;
  /** Whether anyone can make up more addresses of such pages, without end: they are not cached. */
  isEndless: boolean;
  /** Of the page that could not be rendered, where the status says so: 500, or 503 where it may be asked for again. */
  error?: unknown;
}

// Only asked which addresses have a page; it renders nothing.
const addresses = createAppRouter({
  languages: createLanguageStore("en"),
  site: bareSite(""),
  read: createRead(() => Promise.reject(new Error("an address reads nothing"))),
  areImagesForeign: false,
  browser: null,
});

/**
 * The one spelling of a page's address, however its path was written (in capitals, with letters as `%61`): its path and, in
 * order of their names, the search parameters that the server needs, which are those in the `loaderDeps` of its routes. What
 * only the browser reads, such as the token of a mailed link, is no part of it. Null where no page is: all those are answered
 * by one and the same.
 *
 * @param path without the query
 */
export function pageAddress(path: string, query: string): string | null {
  const [routes, params, found] = addresses.getMatchedRoutes(path);
  // The router also finds the layout that an unknown path would stand in, and calls the rest of the path `**`.
  if (!found || "**" in params) return null;
  const { parseSearch, stringifySearch } = addresses.options;
  const given = parseSearch(query);
  const known: Record<string, unknown> = {};
  const needed: Record<string, unknown> = {};
  for (const { options } of routes) {
    // The browser alone draws this route and those inside of it.
    if (options.ssr === false) break;
    const validate: unknown = options.validateSearch;
    if (typeof validate === "function") Object.assign(known, validate({ ...given, ...known }));
    Object.assign(needed, options.loaderDeps?.({ search: known as never }));
  }
  const sorted = Object.entries(needed).sort(([one], [other]) => (one < other ? -1 : 1));
  const { publicHref } = addresses.buildLocation({ to: found.fullPath, params } as never);
  return publicHref + stringifySearch(Object.fromEntries(sorted));
}

/** Search parameters that take any text: words to look for, and places in a list. */
export const endlessParameters = ["search", "cursor", "comments"] as const;

/** One document as a guest sees it. Knows no caller: whatever depends on one is decided in the browser. */
export async function render({ url, language, site, files, ask, draw }: PageRequest): Promise<Page> {
  const languages = createLanguageStore(language);
  await languages.need("app");
  let description: PageDescription | undefined;
  const app: App = {
    languages,
    site,
    read: createRead(ask),
    areImagesForeign: false,
    describe: (told) => {
      description = told;
    },
    browser: null,
  };
  // Authors of texts on the page do not know it, so a script with this nonce is the router's.
  const nonce = crypto.randomUUID();
  let chunks: string[] = [];
  let areImagesForeign = false;
  let isWhole = false;
  let hasParams = false;
  let error: unknown;
  const handle = createRequestHandler({
    request: new Request(new URL(url, site.publicUrl)),
    createRouter: () => createAppRouter(app, { nonce }),
  });
  const response = await handle(({ router, responseHeaders }) => {
    const matches = router.stores.matches.get();
    chunks = matches.map((match) => match.routeId);
    areImagesForeign = showsForeignImages(router);
    isWhole = matches.every(({ ssr }) => ssr !== false);
    hasParams = matches.some(({ params }) => Object.keys(params).length > 0);
    error = matches.find((match) => match.error)?.error;
    return draw(() => renderRouterToString({ router, responseHeaders, children: <RouterServer router={router} /> }));
  });
  const drawn = takeScripts(await response.text(), nonce);
  const isHtml = response.headers.get("content-type")?.startsWith("text/html") ?? false;
  const head = headTags({ files, routeIds: chunks, languages, isWhole });
  const { i18n } = languages;
  const feedTitles = { blog: `${brand} · ${i18n._(msg`Blog`)}`, board: `${brand} · ${i18n._(msg`Feature Requests`)}` };
  const described = description ? describePage(description, { site, language, feedTitles }) : "";
  const { searchParams } = new URL(url, site.publicUrl);
  // Only a page of data is missing where its path names nothing; the browser's pages exist under every path.
  const isEndless = endlessParameters.some((name) => searchParams.has(name)) || (hasParams && !isWhole);
  return {
    status: error instanceof ReadError && error.problem.status === 503 ? 503 : response.status,
    headers: response.headers,
    areImagesForeign,
    isEndless,
    html: isHtml ? withHead(drawn.html, head.html + described) : drawn.html,
    scripts: [...head.scripts, ...drawn.scripts],
    error,
  };
}

/** A part of a page, and the sources of the inline scripts in it that we put there. */
interface Part {
  html: string;
  scripts: readonly string[];
}

/**
 * Takes the nonce off the scripts that carry it, as the page is cached and sent again, and gives their sources. A script
 * that came into the page by way of what people wrote carries none.
 */
function takeScripts(marked: string, nonce: string): Part {
  const [start = "", ...rest] = marked.split(` nonce="${nonce}"`);
  const scripts = rest.map((part) => part.slice(part.indexOf(">") + 1, part.indexOf("</script>")));
  return { html: start + rest.join(""), scripts };
}

/** First in the head, so that the theme is set before anything is painted. */
function withHead(html: string, tags: string): string {
  return html.replace("<head>", () => `<head>${tags}`);
}

interface HeadParts {
  files: WebFiles;
  routeIds: readonly string[];
  languages: App["languages"];
  /** Whether all of the page is in the document, to be read before any script comes. */
  isWhole: boolean;
}

function headTags({ files, routeIds, languages, isWhole }: HeadParts): Part {
  const firstScript = `${headScript};${earlyPressScript}`;
  const firstTags = `<meta charset="utf-8"><script>${firstScript}</script>`;
  if ("developmentTags" in files) return { html: firstTags + files.developmentTags, scripts: [firstScript] };
  const { manifest } = files;
  const keys = [
    "src/entry-client.tsx",
    ...routeIds.flatMap((id) => splitKeys(manifest, id)),
    ...languages.catalogs.map((name) => `../../packages/i18n/locales/${languages.current}/${name}.ts`),
  ];
  const needed = filesOf(manifest, keys);
  const entry = manifest["src/entry-client.tsx"]?.file;
  const parts = needed.scripts.filter((file) => file !== entry).map((file) => `/${file}`);
  const scripts = isWhole
    ? `<script data-entry="/${entry}" data-parts="${parts.join(" ")}">${lateScriptsScript}</script>`
    : [
        ...parts.map((path) => `<link rel="modulepreload" href="${path}">`),
        `<script type="module" data-entry="/${entry}" src="/${entry}"></script>`,
      ].join("");
  const tags = [
    firstTags,
    // Before the style, which scripts that stand below would wait for.
    scripts,
    ...needed
      .fonts(languages.current)
      .map((file) => `<link rel="preload" href="/${file}" as="font" type="font/woff2" crossorigin>`),
    ...needed.css.map((file) => `<link rel="stylesheet" href="/${file}">`),
  ];
  return { html: tags.join(""), scripts: isWhole ? [firstScript, lateScriptsScript] : [firstScript] };
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
