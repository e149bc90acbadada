import type { AnyRoute } from "@tanstack/react-router";
import { expect, test } from "vitest";
import { routeTree } from "./routeTree.gen.ts";

function allRoutes(route: AnyRoute): AnyRoute[] {
  return [route, ...(Object.values(route.children ?? {}) as AnyRoute[]).flatMap(allRoutes)];
}

const routes = allRoutes(routeTree as unknown as AnyRoute);
const foreign = { lang: "uk", utm_source: "mail", fbclid: "1" };

test("the route tree has routes, some of which use search parameters", () => {
  expect(routes.length).toBeGreaterThan(20);
  expect(routes.some(({ options }) => options.loaderDeps)).toBe(true);
});

test("unknown search parameters do not change a route's loader data", () => {
  for (const { id, options } of routes) {
    // The server renders without these parameters. If the browser had them in its `loaderDeps`, it would render the
    // page again.
    const deps = options.loaderDeps?.({ search: { ...foreign, comments: "x", cursor: "x", search: "tea" } as never });
    for (const name of Object.keys(foreign)) expect(deps ?? {}, id).not.toHaveProperty(name);
  }
});

test("a route's known search parameters are read back unchanged", () => {
  const given = {
    ...foreign,
    cursor: "abc",
    search: "tea",
    comments: "x",
    sort: "new",
    status: "open",
    language: "uk",
  };
  for (const { id, options } of routes) {
    const validate = options.validateSearch as ((search: object) => object) | undefined;
    if (!validate) continue;
    const known = validate(given);
    expect(validate(known), id).toEqual(known);
    for (const name of Object.keys(foreign)) expect(known).not.toHaveProperty(name);
  }
});
