import { globSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import fc, { type Arbitrary } from "fast-check";
import { atomPath } from "../../src/pages/feed/atom.ts";
import { rssPath } from "../../src/pages/feed/rss.ts";
import { methods, someConditions } from "../headers.ts";
import type { FuzzRequest } from "../request.ts";
import { deliveries, sometimes } from "./rest-grammar.ts";
import { pathSpoil, querySpoil } from "./spoil.ts";

const web = fileURLToPath(new URL("../../../web", import.meta.url));

/** The values of route parameters: placeholders, or constants. */
const parameters: Record<string, string> = {
  $blogSlug: "~blogSlug~",
  $featureRequestId: "~requestId~",
  $provider: "google",
  $appDir: "http",
  $dateFile: "2026-01-01.log",
};

/** The addresses of all pages, from the names of their route files. */
function listPages(): string[] {
  return globSync("**/*.tsx", { cwd: join(web, "src/routes") })
    .filter((file) => !/(^|\/)__root\.tsx$|^_\w+\.tsx$/.test(file))
    .map((file) => {
      const segments = file
        .replace(/\.tsx$/, "")
        .split(/[/.]/)
        .filter((segment) => segment !== "index" && !segment.startsWith("_"))
        .map((segment) => parameters[segment.replace(/_$/, "")] ?? segment.replace(/_$/, ""));
      return `/${segments.join("/")}`;
    })
    .sort();
}

/** One built asset of each file type, and the icons. */
function listFiles(): string[] {
  const client = join(web, "dist/client");
  const assets = readdirSync(join(client, "assets")).sort();
  const kinds = Map.groupBy(assets, (name) => name.replace(/^.*?((\.\w+)+)$/, "$1"));
  const icons = readdirSync(client).filter((name) => /\.(svg|png)$/.test(name));
  return [...[...kinds.values()].map(([name]) => `/assets/${name}`), ...icons.sort().map((name) => `/${name}`)];
}

/** A built script, for kept cases with ranges and conditions. */
export function assetPath(): string {
  return listFiles().find((path) => path.endsWith(".js")) ?? "/assets/";
}

const others = [
  ...[rssPath, atomPath, "/sitemap.xml", "/sitemap-1.xml", "/sitemap-2.xml", "/robots.txt", "/manifest.webmanifest"],
  ...["/service-worker.js", "/healthz", "/healthz/", "/readyz", "/metrics", "/api/docs", "/api/docs/js/scalar.js"],
  ...["/api/openapi.json", "/api/", "/api", "/api/unsubscribe/x", "/trpc/", "/trpc", "/uploads/", "~imageFile~"],
  ...["/og/post/~blogSlug~.png", "/og/request/~requestId~.png", "/og/page/en.png", "/og/page/xx.png"],
  ...["/assets/", "/assets", "/assets/..", "/assets/.", "/assets//", "/assets/%00", "/.well-known/security.txt"],
  ...["/.well-known/oauth-authorization-server", "/.well-known/oauth-protected-resource/mcp", "/oauth/token"],
  "/device?user_code=~userCode~",
  "/api/calendars/~calendarToken~/daymark.ics",
  ...["/missing", "/__proto__", "/constructor", "*", "/.env", "/.git/config", "/index.html", "/server/entry-server.js"],
];

/** Requests of browsers and bots: pages, feeds, pictures and files. */
export function siteRequests(): Arbitrary<FuzzRequest> {
  const [pages, files] = [listPages(), listFiles()];
  const targets = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...pages) },
    { weight: 2, arbitrary: fc.constantFrom(...files) },
    { weight: 4, arbitrary: fc.constantFrom(...others) },
  );
  return fc
    .record({
      target: targets,
      spoilPath: sometimes(pathSpoil, 3),
      query: fc.oneof({ weight: 2, arbitrary: fc.constant("") }, { weight: 1, arbitrary: querySpoil }),
      headers: someConditions,
      method: fc.oneof({ weight: 9, arbitrary: fc.constant("GET") }, { weight: 1, arbitrary: methods }),
      role: fc.constantFrom<FuzzRequest["role"][]>("guest", "guest", "guest", "user") as Arbitrary<FuzzRequest["role"]>,
      delivery: deliveries,
    })
    .map(({ target, spoilPath, query, headers, method, role, delivery }) => ({
      about: `site ${target}`,
      role,
      method,
      target: spoilPath(target) + query,
      headers,
      ...(method === "POST" && { body: ["x"] }),
      ...(delivery !== "whole" && { delivery }),
    }));
}
