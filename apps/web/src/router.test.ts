import type { AnyRoute } from "@tanstack/react-router";
import { expect, test } from "vitest";
import { routeTree } from "./routeTree.gen.ts";

function allRoutes(route: AnyRoute): AnyRoute[] {
  return [route, ...(Object.values(route.children ?? {}) as AnyRoute[]).flatMap(allRoutes)];
}

const routes = allRoutes(routeTree as unknown as AnyRoute);
const foreign = { lang: "uk", utm_source: "mail", fbclid: "1" };

test("routes are found, with those that read search parameters", () => {
  expect(routes.length).toBeGreaterThan(20);
  expect(routes.some(({ options }) => options.loaderDeps)).toBe(true);
});

test("what stands in an address beside what its page knows changes nothing of what the page is made of", () => {
  for (const { id, options } of routes) {
    // The server renders without these parameters. If the browser had them in its `loaderDeps`, it would render the
    // page again.
    const deps = options.loaderDeps?.({ search: { ...foreign, comments: "x", cursor: "x", search: "tea" } as never });
    for (const name of Object.keys(foreign)) expect(deps ?? {}, id).not.toHaveProperty(name);
  }
});

test("a route gives of an address what it knows, in a form that it takes back unchanged", () => {
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
