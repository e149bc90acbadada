import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import Fastify from "fastify";
import { afterAll, expect, test } from "vitest";
import { pages } from "./pages.ts";

const directory = mkdtempSync(join(tmpdir(), "daymark-pages-"));
afterAll(() => rmSync(directory, { recursive: true }));

const site = { contactEmail: "hello@example.com", socialLinks: [], providers: [], passkeys: false };

/** A built web app of one page, whose first rendering fails. */
const build = {
  "client/.vite/manifest.json": "{}",
  "client/icon.svg": "<svg/>",
  "client/assets/a.js": "",
  "server/entry-server.js": `
    let renderings = 0;
    export const isPagePath = (path) => path === "/";
    export const isLanguage = (value) => value === "en" || value === "uk";
    export const languageOfCookie = () => null;
    export async function render({ language }) {
      renderings += 1;
      const isFirst = renderings === 1;
      const html = "<p>" + language + " " + renderings + "</p>";
      return { status: isFirst ? 500 : 200, headers: new Headers(), html, error: isFirst ? new Error("ink is out") : undefined };
    }`,
};

for (const [path, text] of Object.entries(build)) {
  mkdirSync(dirname(join(directory, path)), { recursive: true });
  writeFileSync(join(directory, path), text);
}

test("a page that fails says so once, is logged with its cause, and is rendered anew for the next reader", async () => {
  const told: unknown[] = [];
  const app = Fastify();
  await app.register((scope) =>
    pages(scope, {
      directory,
      publicUrl: () => "http://127.0.0.1",
      site: { ...site, captcha: { provider: "altcha" } },
      onError: (error, path) => told.push([path, (error as Error).message]),
    }),
  );
  const answers = [];
  for (let asked = 0; asked < 3; asked++) {
    const { statusCode, body } = await app.inject("/");
    answers.push([statusCode, body]);
  }
  await app.close();
  expect(answers).toEqual([
    [500, "<p>en 1</p>"],
    [200, "<p>en 2</p>"],
    [200, "<p>en 2</p>"],
  ]);
  expect(told).toEqual([["/", "ink is out"]]);
});

test.each([
  ["altcha", "script-src 'self'; style-src", "require-trusted-types-for 'script'; trusted-types captcha"],
  ["off", "script-src 'self'; style-src", "require-trusted-types-for 'script'; trusted-types captcha"],
  [
    "turnstile",
    "script-src 'self' https://challenges.cloudflare.com; frame-src https://challenges.cloudflare.com; style-src",
    "frame-ancestors 'none'",
  ],
] as const)("scripts of others are let in with %s only as far as it needs them", async (provider, scripts, end) => {
  const app = Fastify();
  await app.register((scope) =>
    pages(scope, {
      directory,
      publicUrl: () => "http://127.0.0.1",
      site: { ...site, captcha: { provider } },
      onError: () => {},
    }),
  );
  const policy = String((await app.inject("/")).headers["content-security-policy"]);
  await app.close();
  expect(policy).toContain(scripts);
  expect(policy.endsWith(end)).toBe(true);
  expect(policy.includes("cloudflare")).toBe(provider === "turnstile");
});
