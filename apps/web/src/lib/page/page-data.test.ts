import {
  createRootRoute,
  createRoute,
  createRouter,
  type NotFoundError,
  Outlet,
  redirect,
  Scripts,
} from "@tanstack/react-router";
import { createRequestHandler, RouterServer, renderRouterToString } from "@tanstack/react-router/ssr/server";
import { createElement, Fragment } from "react";
import { expect, test } from "vitest";
import { type Ask, createRead, ReadError } from "./page-data.ts";

/** Any nouns, independent of those that the API has today. */
type AnyRead = Record<string, Record<string, (input: object) => Promise<unknown>>>;
const readFrom = (ask: Ask) => createRead(ask) as unknown as AnyRead;

/** One page with data, rendered as entry-server.tsx does. */
async function renderPost(ask: Ask, path = "/posts/first") {
  const read = readFrom(ask);
  const root = createRootRoute({
    component: () => createElement(Fragment, null, createElement(Outlet), createElement(Scripts)),
    notFoundComponent: () => "nothing here",
  });
  const post = createRoute({
    getParentRoute: () => root,
    path: "/posts/$slug",
    loader: async ({ params }) => {
      const post = (await read.blog?.get?.({ blog_slug: params.slug })) as { slug: string; title: string };
      if (post.slug !== params.slug) throw redirect({ href: `/posts/${post.slug}`, statusCode: 301 });
      return post;
    },
    errorComponent: () => "failed",
    component: () => (post.useLoaderData() as unknown as { title: string }).title,
  });
  let error: unknown;
  const handle = createRequestHandler({
    request: new Request(`http://127.0.0.1${path}`),
    createRouter: () => createRouter({ routeTree: root.addChildren([post]) }),
  });
  const response = await handle(({ router, responseHeaders }) => {
    error = router.stores.matches.get().find((match) => match.error)?.error;
    return renderRouterToString({ router, responseHeaders, children: createElement(RouterServer, { router }) });
  });
  return { status: response.status, headers: response.headers, html: await response.text(), error };
}

test("a query is named by its router path, with its input", async () => {
  const asked: unknown[] = [];
  const read = readFrom(async (...query) => {
    asked.push(query);
    return { data: "told" };
  });
  expect(await read.blog?.list?.({ search: "tea" })).toBe("told");
  // biome-ignore lint/suspicious/noExplicitAny: a path of three names
  expect(await (read as any).blog.comment.list({ blog_slug: "first" })).toBe("told");
  expect(asked).toEqual([
    ["blog.list", { search: "tea" }],
    ["blog.comment.list", { blog_slug: "first" }],
  ]);
});

test.each([
  ["blog_not_found", 404],
  ["invalid_cursor", 400],
  ["validation_failed", 400],
] as const)("an address refused by the API with %s gets 404 and the not-found page", async (code, status) => {
  const { status: answered, html } = await renderPost(async () => ({ problem: { code, status } }));
  expect(answered).toBe(404);
  expect(html).toContain("nothing here");
});

test.each([
  ["internal_error", 500],
  ["unavailable", 503],
] as const)("a query that fails with %s gets 500, not 404", async (code, status) => {
  const { status: answered, error, html } = await renderPost(async () => ({ problem: { code, status } }));
  expect(answered).toBe(500);
  expect(html).toContain("failed");
  expect(error).toBeInstanceOf(ReadError);
  expect((error as ReadError).problem).toEqual({ code, status });
  expect((error as NotFoundError & ReadError).message).toBe(`blog.get: ${code}`);
});

test("a loader can redirect permanently", async () => {
  const { status, headers } = await renderPost(async () => ({ data: { slug: "second", title: "Moved" } }));
  expect([status, headers.get("location")]).toEqual([301, "/posts/second"]);
});

const hostile = [
  "</script><script>alert(1)</script>",
  "</ScRiPt ><img src=x onerror=alert(1)>",
  "<!--<script>",
  "]]>",
  "\u2028\u2029",
  "'; alert(1); //",
  '"; alert(1); //',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is what a user may type
  "`${alert(1)}`",
  "\\u003c/script\\u003e",
  "\u0007\ufeff\u007f",
  "$1 $& $$ $`",
];

test.each(hostile)("data in the page cannot break out of its script: %j", async (title) => {
  const { html } = await renderPost(async () => ({ data: { slug: "first", title } }));
  const scripts = Array.from(
    html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g),
    ([, source]) => source,
  );
  // The browser finds only the scripts that were meant as scripts, and they contain the exact title.
  expect(html.replace(/<script[^>]*>[\s\S]*?<\/script>/g, "")).not.toMatch(/<\/?(script|img)/i);
  const page: { $_TSR?: { router: { matches: { l?: { title: string } }[] } } } = {};
  const document = { querySelector: () => null, querySelectorAll: () => [], currentScript: { remove: () => {} } };
  for (const source of scripts) {
    expect(source).not.toMatch(/<\/|<!--|[\u2028\u2029]/i);
    new Function("self", "window", "document", `with (self) { ${source} }`)(page, page, document);
  }
  expect(page.$_TSR?.router.matches.at(-1)?.l?.title).toBe(title);
});
