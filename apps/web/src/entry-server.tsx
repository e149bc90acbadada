import { brand } from "@daymark/domain/base/brand";
import type { Language } from "@daymark/domain/text/language";
import { msg } from "@lingui/core/macro";
import { createRequestHandler, RouterServer, renderRouterToString } from "@tanstack/react-router/ssr/server";
import type { App } from "./lib/app.ts";
import type { CatalogName } from "./lib/language/catalogs.ts";
import { createLanguageStore } from "./lib/language/language.ts";
import { needsScriptsIn, titleOfBrowserPage } from "./lib/page/browser-page-titles.ts";
import { deferredScriptsScript } from "./lib/page/deferred-scripts.ts";
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

/** Where a page finds its scripts and styles: in the manifest of a build, or in tags of Vite's development server. */
export type WebFiles = { manifest: ViteManifest } | { developmentTags: string };

export interface PageRequest {
  /** Normalized by {@link pageAddress}. */
  url: string;
  language: Language;
  site: Site;
  files: WebFiles;
  /** Answers the queries of the loaders, as a guest. */
  ask: Ask;
  /** Runs the part that blocks the event loop. The host decides when. */
  draw: <Result>(work: () => Promise<Result>) => Promise<Result>;
}

export interface Page {
  status: number;
  headers: Headers;
  html: string;
  /** The sources of the inline scripts that we put into the page. Its Content-Security-Policy allows only these. */
  scripts: readonly string[];
  /** Whether a route of this page shows images from other hosts. */
  areImagesForeign: boolean;
  /** Whether a client can invent any number of addresses of such pages. The server does not cache them. */
  isEndless: boolean;
  /** The day in UTC that the page shows, `YYYY-MM-DD`: on the next day it is stale. Absent if it shows none. */
  day?: string;
  /** The error if the page could not be rendered. The status is then 500, or 503 if a client may retry. */
  error?: unknown;
}

// Used only to match addresses; renders nothing.
const addresses = createAppRouter({
  languages: createLanguageStore("en"),
  site: bareSite(""),
  read: createRead(() => Promise.reject(new Error("an address reads nothing"))),
  areImagesForeign: false,
  browser: null,
});

/**
 * The pattern of the route of a page, such as `/blog/$blogSlug`; null if there is no such page.
 *
 * @param path without the query
 */
export function pageRoute(path: string): string | null {
  const [, params, found] = addresses.getMatchedRoutes(path);
  return found && !("**" in params) ? found.fullPath : null;
}

/**
 * The canonical address of a page, however the request spelled its path (in capitals, with letters as `%61`). It
 * consists of the path and the search parameters that the server needs, sorted by name: those in the `loaderDeps` of
 * its routes. Parameters that only the browser reads, such as the token of a mailed link, are left out. Null if there
 * is no such page: all those requests get the same answer.
 *
 * @param path without the query
 */
export function pageAddress(path: string, query: string): string | null {
  const [routes, params, found] = addresses.getMatchedRoutes(path);
  // For an unknown path the router also finds the surrounding layout, and names the rest of the path `**`.
  if (!found || "**" in params) return null;
  const { parseSearch, stringifySearch } = addresses.options;
  const given = parseSearch(query);
  const known: Record<string, unknown> = {};
  const needed: Record<string, unknown> = {};
  for (const { options } of routes) {
    // Only the browser renders this route and its children.
    if (options.ssr === false) break;
    const validate: unknown = options.validateSearch;
    if (typeof validate === "function") Object.assign(known, validate({ ...given, ...known }));
    Object.assign(needed, options.loaderDeps?.({ search: known as never }));
  }
  const sorted = Object.entries(needed).sort(([one], [other]) => (one < other ? -1 : 1));
  const { publicHref } = addresses.buildLocation({ to: found.fullPath, params } as never);
  return publicHref + stringifySearch(Object.fromEntries(sorted));
}

/** Search parameters that accept any text: search words and positions in a list. */
export const endlessParameters = ["search", "tag", "cursor", "comments"] as const;

/**
 * Renders one document as a guest sees it. It knows no caller: the browser decides everything that depends on the user.
 */
export async function render({ url, language, site, files, ask, draw }: PageRequest): Promise<Page> {
  const languages = createLanguageStore(language);
  await languages.need("app");
  let description: PageDescription | undefined;
  let day: string | undefined;
  const app: App = {
    languages,
    site,
    read: createRead(ask),
    areImagesForeign: false,
    describe: (told) => {
      description = told;
    },
    serverDay: () => {
      day ??= new Date().toISOString().slice(0, 10);
      return day;
    },
    browser: null,
  };
  // Authors of texts on the page do not know this nonce, so a script that carries it comes from the router.
  const nonce = crypto.randomUUID();
  let chunks: string[] = [];
  let catalogs: CatalogName[] = [];
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
    catalogs = matches.flatMap(({ staticData }) => staticData.catalogs ?? []);
    areImagesForeign = showsForeignImages(router);
    isWhole = matches.every(({ ssr }) => ssr !== false);
    app.withoutScripts = {
      sentence: needsScriptsIn(language),
      ...(!isWhole && { title: titleOfBrowserPage(matches.at(-1)?.routeId ?? "", language) }),
    };
    hasParams = matches.some(({ params }) => Object.keys(params).length > 0);
    error = matches.find((match) => match.error)?.error;
    return draw(() => renderRouterToString({ router, responseHeaders, children: <RouterServer router={router} /> }));
  });
  const drawn = takeScripts(await response.text(), nonce);
  const isHtml = response.headers.get("content-type")?.startsWith("text/html") ?? false;
  const head = headTags({ files, routeIds: chunks, catalogs, languages });
  const { i18n } = languages;
  const feedTitles = {
    blog: `${brand} · ${i18n._(msg`Blog`)}`,
    board: `${brand} · ${i18n._(msg`Feature Requests`)}`,
    changelog: `${brand} · ${i18n._(msg`Changelog`)}`,
  };
  const described = description ? describePage(description, { site, language, feedTitles }) : "";
  const { searchParams } = new URL(url, site.publicUrl);
  // If a path names nothing, a page with data is missing; a page that the browser renders exists under every path.
  const isEndless = endlessParameters.some((name) => searchParams.has(name)) || (hasParams && !isWhole);
  return {
    status: error instanceof ReadError && error.problem.status === 503 ? 503 : response.status,
    headers: response.headers,
    areImagesForeign,
    isEndless,
    html: isHtml ? withHead(drawn.html, head.html + described) : drawn.html,
    scripts: [...head.scripts, ...drawn.scripts],
    ...(day !== undefined && { day }),
    error,
  };
}

/** A part of a page, and the sources of the inline scripts in it that we put there. */
interface Part {
  html: string;
  scripts: readonly string[];
}

/**
 * Removes the nonce from the scripts that carry it, because the page is cached and sent again, and returns their
 * sources. A script that users put into the page with their text carries no nonce.
 */
function takeScripts(marked: string, nonce: string): Part {
  const [start = "", ...rest] = marked.split(` nonce="${nonce}"`);
  const scripts = rest.map((part) => part.slice(part.indexOf(">") + 1, part.indexOf("</script>")));
  return { html: start + rest.join(""), scripts };
}

/** First in the head, so that the script sets the theme before the browser paints. */
function withHead(html: string, tags: string): string {
  return html.replace("<head>", () => `<head>${tags}`);
}

interface HeadParts {
  files: WebFiles;
  routeIds: readonly string[];
  /** Those that the browser needs beyond the ones that the server has used. */
  catalogs: readonly CatalogName[];
  languages: App["languages"];
}

function headTags({ files, routeIds, catalogs, languages }: HeadParts): Part {
  const firstScript = `${headScript};${earlyPressScript}`;
  const firstTags = `<meta charset="utf-8"><script>${firstScript}</script>`;
  if ("developmentTags" in files) return { html: firstTags + files.developmentTags, scripts: [firstScript] };
  const { manifest } = files;
  const keys = [
    "src/entry-client.tsx",
    ...routeIds.flatMap((id) => splitKeys(manifest, id)),
    ...[...languages.catalogs, ...catalogs].map(
      (name) => `../../packages/i18n/locales/${languages.current}/${name}.ts`,
    ),
  ];
  const needed = filesOf(manifest, keys);
  const session = manifest["src/page-session.ts"]?.file;
  const entry = manifest["src/entry-client.tsx"]?.file;
  const parts = needed.scripts.filter((file) => file !== entry && file !== session).map((file) => `/${file}`);
  const paths = `data-first="/${session}" data-entry="/${entry}" data-parts="${parts.join(" ")}"`;
  const scripts = `<script ${paths}>${deferredScriptsScript}</script>`;
  const tags = [
    firstTags,
    // Before the style sheet, because a script placed after it waits for it.
    scripts,
    ...needed
      .fonts(languages.current)
      .map((file) => `<link rel="preload" href="/${file}" as="font" type="font/woff2" crossorigin>`),
    ...needed.css.map((file) => `<link rel="stylesheet" href="/${file}">`),
  ];
  return { html: tags.join(""), scripts: [firstScript, deferredScriptsScript] };
}

/** The chunks that the router's code splitting made of a route file. */
function splitKeys(manifest: ViteManifest, routeId: string): string[] {
  const path = routeId === "__root__" ? "/__root" : routeId.endsWith("/") ? `${routeId}index` : routeId;
  return Object.keys(manifest).filter((key) => key.startsWith(`src/routes${path}.tsx?tsr-split=`));
}

/** All files that the given keys need before they can run, without duplicates. */
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
    /** The font file that the first text of the page needs. */
    fonts: (language: Language) =>
      [...assets].filter((file) => file.endsWith(".woff2") && file.includes(language === "uk" ? "cyrillic" : "latin")),
  };
}
