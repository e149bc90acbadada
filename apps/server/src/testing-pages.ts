import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { TestDatabase } from "@daymark/db/testing";
import { SaxesParser, type SaxesTagPlain } from "saxes";
import { expect, vi } from "vitest";
import { pages } from "./pages/pages.ts";
import { openBuiltWebApp } from "./pages/web-app.ts";
import { openPageInvalidation } from "./pubsub/page-invalidation.ts";
import { createTestHost } from "./testing.ts";

/** Creates a built web app with these files, in a folder that `remove` deletes. */
export function buildWebApp(files: Record<string, string>): { directory: string; remove: () => void } {
  const directory = mkdtempSync(join(tmpdir(), "daymark-pages-"));
  const all = { "client/.vite/manifest.json": "{}", "client/assets/a.js": "", ...files };
  for (const [path, text] of Object.entries(all)) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), text);
  }
  return { directory, remove: () => rmSync(directory, { recursive: true, force: true }) };
}

/** The site of an installation without any configuration. */
export const noSite = {
  contactEmail: "",
  socialLinks: [],
  donations: [],
  providers: [],
  passwords: true,
  proxyLogIn: false,
  passkeys: false,
  captcha: { provider: "off" as const },
  defaultTheme: "dark" as const,
  plans: "on" as const,
  signUp: "open" as const,
  tellsOperator: false,
};

export const publicUrl = "https://daymark.example";

/** An entry module without pages, because these tests need only the other routes. */
const noPages = `
  export const pageRoute = () => null;
  export const pageAddress = () => null;
  export const languageOfCookie = () => null;
  export const render = async () => ({ status: 404, headers: new Headers(), html: "missing", scripts: [], areImagesForeign: false });`;

/**
 * Starts a complete node with its public pages, on a database that other nodes may share.
 *
 * @param entry the module that renders its pages
 */
export async function openPageHost(beside: { database: TestDatabase; secretKey: Uint8Array }, entry = noPages) {
  const web = buildWebApp({ "server/entry-server.js": entry });
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const { invalidation, close } = await openPageInvalidation({
    directUrl: beside.database.url,
    redisUrl: undefined,
    log,
  });
  const built = await openBuiltWebApp(web.directory);
  const host = await createTestHost({
    beside,
    services: { pageCache: invalidation },
    pages: (scope, data) =>
      pages(scope, {
        web: built,
        publicUrl: () => publicUrl,
        site: noSite,
        isSetupOpen: async () => false,
        isServiceWorkerOn: false,
        data,
        invalidation,
        onError: () => {},
      }),
  });
  await vi.waitFor(() => expect(invalidation.isDeaf()).toBe(false));
  return {
    host,
    close: async () => {
      await host.drop();
      await close();
      web.remove();
    },
  };
}

type Sender = Pick<Awaited<ReturnType<typeof createTestHost>>, "send">;

/** Creates a post, published by default. Returns its slug. */
export async function publish(host: Sender, token: string, values: object): Promise<string> {
  const body = { title: "Small steps", description: "Why five minutes do", blocks: [], published: true, ...values };
  const { status, text, json } = await host.send("POST", "/api/blogs/", { token, body });
  expect(status, text).toBe(201);
  return json.slug;
}

/** Creates a feature request and applies an admin's decision. Returns its id. */
export async function wish(
  host: Sender,
  token: string,
  values: object,
  decision: "open" | "close" | "reject" | null,
  body: object = {},
): Promise<number> {
  const request = { title: "Widgets", details: "On my phone", category: "new_features", ...values };
  const { status, text, json } = await host.send("POST", "/api/feature-requests/", { token, body: request });
  expect(status, text).toBe(201);
  if (decision) {
    const decided = await host.send("POST", `/api/feature-requests/${json.id}/${decision}/`, { token, body });
    expect(decided.status, decided.text).toBe(200);
  }
  return json.id;
}

export interface Element {
  name: string;
  attributes: Record<string, string>;
  /** The text of all descendants. */
  text: string;
  children: Element[];
}

/** Parses XML strictly. Throws if it is not well-formed. */
export function parseXml(text: string): Element {
  const root: Element = { name: "", attributes: {}, text: "", children: [] };
  const open = [root];
  const parser = new SaxesParser();
  parser.on("opentag", ({ name, attributes }: SaxesTagPlain) => {
    const element: Element = { name, attributes, text: "", children: [] };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on("text", (part) => {
    for (const element of open) element.text += part;
  });
  parser.on("closetag", () => void open.pop());
  parser.on("error", (error) => {
    throw error;
  });
  parser.write(text).close();
  return root.children[0] as Element;
}

/** Returns the first element at a path of names. */
export function find(element: Element, ...names: string[]): Element {
  return names.reduce((parent, name) => {
    const child = parent.children.find((one) => one.name === name);
    if (!child) throw new Error(`no ${name} in ${parent.name}`);
    return child;
  }, element);
}

export function findAll(element: Element, name: string): Element[] {
  return element.children.filter((child) => child.name === name);
}
