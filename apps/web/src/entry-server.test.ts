import type { AnyRoute } from "@tanstack/react-router";
import { expect, test } from "vitest";
import { endlessParameters, pageAddress, pageRoute, render } from "./entry-server.tsx";
import { titleOfBrowserPage } from "./lib/page/browser-page-titles.ts";
import { bareSite } from "./lib/page/site.ts";
import { routeTree } from "./routeTree.gen.ts";

test.each([
  ["/blog", ["/BLOG", "/Blog", "/blog/", "/blog//"]],
  ["/blog/small-steps", ["/blog/%73mall-steps", "/BLOG/small%2Dsteps", "/blog/small-steps/"]],
  ["/blog/caf%C3%A9", ["/blog/caf%c3%a9", "/blog/%63af%C3%A9"]],
  ["/blog/a%2Fb", ["/blog/a%2fb"]],
  ["/feature-requests/7", ["/feature-requests/%37", "/Feature-Requests/7"]],
  ["/terms-and-conditions", ["/Terms-And-Conditions"]],
])("%s has one canonical address for all spellings of its path", (path, spellings) => {
  expect(pageAddress(path, "")).toBe(path);
  for (const spelling of spellings) expect(pageAddress(spelling, ""), spelling).toBe(path);
});

test("a page's route is its pattern in any spelling, and an unknown page has none", () => {
  expect(["/blog/one", "/BLOG/two/"].map(pageRoute)).toEqual(["/blog/$blogSlug", "/blog/$blogSlug"]);
  expect(["/", "/admin/users/7", "/privacy-policy"].map(pageRoute)).toEqual([
    "/",
    "/admin/users/$id",
    "/privacy-policy",
  ]);
  expect(["/nothing", "/blog/one/two/three", "/wp-login.php"].map(pageRoute)).toEqual([null, null, null]);
});

test("a canonical address has only the known search parameters, in a fixed order", () => {
  const address = "/blog?cursor=x&search=tea";
  for (const query of ["?search=tea&cursor=x", "?cursor=x&utm_source=y&search=%74ea", "?cursor=x&search=tea&lang=uk"]) {
    expect(pageAddress("/blog", query), query).toBe(address);
  }
});

test.each([
  ["/verify-email", "?token=abc"],
  ["/reset-password", "?token=abc"],
  ["/not-me", "?token=abc"],
  ["/unsubscribe", "?token=abc"],
  ["/login", "?next=%2Fdashboard"],
  ["/signup", "?next=%2Fdashboard"],
  ["/oauth/google", "?code=abc&state=def&error=no"],
  ["/dashboard", "?month=2026-01&q=tea&statistics=7"],
  ["/blog/new", "?draft=7"],
  ["/admin/users", "?search=tea"],
  ["/logs/api/2026-01-01.log", "?search=tea&line=7"],
  ["/statistics", "?from=2026-01-01"],
])("the canonical address of %s leaves out %s, which only the browser reads", (path, query) => {
  expect(pageAddress(path, query)).toBe(path);
});

test("every page that only the browser renders has a title in both languages", () => {
  const visit = ({ id, options, children }: AnyRoute, isBrowserOnly: boolean) => {
    const isOnly = isBrowserOnly || options.ssr === false;
    const below = Object.values(children ?? {}) as AnyRoute[];
    if (isOnly && below.length === 0) {
      for (const language of ["en", "uk"] as const)
        expect(titleOfBrowserPage(id, language)).toMatch(/^\S.* \| Daymark$/);
    }
    for (const child of below) visit(child, isOnly);
  };
  visit(routeTree as unknown as AnyRoute, false);
  expect(titleOfBrowserPage("/_user/dashboard", "uk")).not.toBe(titleOfBrowserPage("/_user/dashboard", "en"));
});

test("every parameter of a server-rendered page has few values or is listed as endless", () => {
  const found = new Set<string>();
  const visit = ({ options, children }: AnyRoute) => {
    if (options.ssr === false) return;
    // This proxy returns the same text for every parameter.
    const search = new Proxy({}, { get: () => "any text" });
    const validate = options.validateSearch as ((search: object) => object) | undefined;
    const deps = options.loaderDeps?.({ search: (validate?.(search) ?? {}) as never }) ?? {};
    for (const [name, value] of Object.entries(deps)) if (value === "any text") found.add(name);
    for (const child of Object.values(children ?? {})) visit(child as AnyRoute);
  };
  visit(routeTree as unknown as AnyRoute);
  expect([...found].sort()).toEqual([...endlessParameters].sort());
});

test.each([
  ["/blog?cursor=x", true],
  ["/blog?search=tea", true],
  ["/blog/small-steps?comments=x", true],
  ["/blog/any-slug/edit", true],
  ["/feature-requests/7/edit", true],
  ["/oauth/anyone", true],
  ["/logs/any/file", true],
  ["/blog?language=all", false],
  ["/blog/small-steps", false],
  ["/feature-requests/7", false],
  ["/dashboard", false],
  ["/verify-email", false],
])("the server knows whether %s is one of endlessly many URLs: %j", async (url, isEndless) => {
  const missing = { problem: { code: "blog_not_found", status: 404, detail: "" } };
  const page = await render({
    url,
    language: "en",
    site: bareSite("https://daymark.example"),
    files: { manifest: {} },
    ask: async () => missing as never,
    draw: (work) => work(),
  });
  expect(page.isEndless).toBe(isEndless);
});

test("a path below an existing page is not found", () => {
  for (const path of ["/settings/nothing", "/nowhere", "/blog/a/b/c", "//blog", "/%62log", "/blog/%ff"]) {
    expect(pageAddress(path, ""), path).toBeNull();
  }
});
