import { brotliCompressSync, constants } from "node:zlib";
import { findChromium } from "@daymark/web/e2e/chromium";
import { chromium, type Page } from "playwright-core";
import type { Person } from "./people.ts";

/** What a browser with an empty cache fetches to show a page, in bytes of brotli at its best quality. */
export interface PageBytes {
  page: string;
  html: number;
  js: number;
  css: number;
  fonts: number;
  /** Files of script, in the order they came. */
  scripts: string[];
}

interface Loaded {
  url: string;
  kind: string;
  body: Buffer;
}

const guestPages = ["/", "/privacy-policy", "/signup"];
const app = "/dashboard";

/**
 * Opens the pages in a real browser and counts all they load without being touched: what the document names and what
 * the scripts import or prefetch on their own.
 */
export async function measurePages(url: string, person: Person): Promise<PageBytes[]> {
  const browser = await chromium.launch({ ...(await findChromium()), headless: true });
  try {
    const results: PageBytes[] = [];
    for (const path of guestPages) {
      const context = await browser.newContext();
      results.push(await load(await context.newPage(), url, path));
      await context.close();
    }
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(`${url}/login`, { waitUntil: "networkidle" });
    await page.fill("input[name=username]", person.username);
    await page.fill("input[name=password]", person.password);
    await page.click("form button[type=submit]");
    await page.waitForURL(`${url}${app}`);
    await page.getByRole("grid").first().waitFor();
    results.push(await load(page, url, app));
    return results;
  } finally {
    await browser.close();
  }
}

async function load(page: Page, url: string, path: string): Promise<PageBytes> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Network.enable");
  await cdp.send("Network.setCacheDisabled", { cacheDisabled: true });
  const pending: Promise<Loaded | null>[] = [];
  page.on("response", (response) => {
    const kind = response.request().resourceType();
    pending.push(
      response.body().then(
        (body) => ({ url: response.url(), kind, body }),
        () => null,
      ),
    );
  });
  await page.goto(url + path, { waitUntil: "networkidle" });
  if (path === app) await page.getByRole("grid").first().waitFor();
  await page.waitForLoadState("networkidle");
  if (new URL(page.url()).pathname !== path) throw new Error(`${path} led to ${page.url()}`);
  const loaded = (await Promise.all(pending)).filter((file) => file !== null);
  assertComplete(await namedScripts(page), loaded);
  return countPage(path, loaded);
}

/** The browser's list must hold all the document asks for: a listener that came late would count too little. */
function assertComplete(named: readonly string[], loaded: readonly Loaded[]) {
  const urls = new Set(loaded.map((file) => file.url));
  const missed = named.filter((script) => !urls.has(script));
  if (missed.length > 0) throw new Error(`The browser was not seen loading ${missed.join(", ")}`);
}

function namedScripts(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLScriptElement | HTMLLinkElement>("script[src], link[rel=modulepreload]")].map(
      (element) => ("src" in element ? element.src : element.href),
    ),
  );
}

/** Sums by kind; a file that came twice is one file. */
export function countPage(page: string, loaded: readonly Loaded[]): PageBytes {
  const files = [...new Map(loaded.map((file) => [file.url, file])).values()];
  const sum = (isKind: (file: Loaded) => boolean) =>
    files.filter(isKind).reduce((bytes, file) => bytes + brotliBytes(file.body), 0);
  const isScript = (file: Loaded) => file.kind === "script" || /\.m?js$/.test(new URL(file.url).pathname);
  const isStyle = (file: Loaded) => file.kind === "stylesheet" || new URL(file.url).pathname.endsWith(".css");
  return {
    page,
    html: sum((file) => file.kind === "document"),
    js: sum(isScript),
    css: sum(isStyle),
    // A woff2 is compressed already; brotli leaves it as it is but for a few bytes.
    fonts: files.filter((file) => file.kind === "font").reduce((bytes, file) => bytes + file.body.length, 0),
    scripts: files.filter(isScript).map((file) => new URL(file.url).pathname),
  };
}

/** Size of a file as a server that compressed it beforehand would send it. */
export function brotliBytes(body: Buffer): number {
  return brotliCompressSync(body, {
    params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
  }).length;
}
