import { createHash } from "node:crypto";
import { brand } from "@daymark/domain/base/brand";
import { formatLocale, type Language, languages } from "@daymark/domain/text/language";
import { wordOffline } from "@daymark/i18n/offline-words";
import { i18nFor } from "@daymark/i18n/server";
import type { FastifyInstance } from "fastify";
import { createDocument, type Document, sendDocument } from "../http/document.ts";
import { memoize } from "../http/memoize.ts";
import { escapeXml } from "./feed/xml.ts";

/** The service worker stores it, and shows it in place of a page that it can neither fetch nor find. */
const offlinePath = "/offline";

/** The page is alone: without a network there is no other file. Its colors are those of tokens.css. */
const style = `
:root { color-scheme: light dark; font: 1rem/1.6 system-ui, sans-serif; background: light-dark(#fbfaf7, #0b0f17);
  color: light-dark(#171a21, #f2f4f8); }
body { margin: 0; min-height: 100vh; display: grid; place-content: center; }
main { max-width: 25rem; padding: 1.5rem 1rem; }
h1 { margin: 0 0 .75rem; font-size: 1.875rem; line-height: 1.2; }
a { display: inline-block; padding: .75rem 0; color: inherit; text-underline-offset: .2em; }
a:focus-visible { outline: 2px solid; outline-offset: 2px; }
`;

const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** Serves the page in the language of its address, and ignores cookies and preferences of the request. */
export function serveOfflinePage(app: FastifyInstance): void {
  const pageIn = memoize(
    (language: Language): Promise<Document> =>
      createDocument(htmlIn(language), 200, {
        "content-type": "text/html; charset=utf-8",
        "content-security-policy": policy,
        "cache-control": "no-cache",
        "x-robots-tag": "noindex",
      }),
  );
  app.get<{ Querystring: { lang?: string } }>(offlinePath, async (request, reply) => {
    const language = languages.find((each) => each === request.query.lang) ?? "en";
    return sendDocument(request, reply, await pageIn(language));
  });
}

function htmlIn(language: Language): string {
  const i18n = i18nFor(language);
  const say = (word: Parameters<typeof wordOffline>[1]) => escapeXml(wordOffline(i18n, word));
  return `<!doctype html>
<html lang="${formatLocale[language]}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${say("title")} | ${brand}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${say("title")}</h1>
<p>${say("body")}</p>
<p><a href="">${say("again")}</a></p>
<p><a href="/dashboard">${say("dashboard")}</a></p>
</main>
</body>
</html>
`;
}
