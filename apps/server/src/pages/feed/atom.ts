import { brand } from "@daymark/domain/base/brand";
import type { FeatureRequest } from "@daymark/domain/community/feature-request";
import { addressIn, formatLocale, type Language } from "@daymark/domain/text/language";
import { wordFeed } from "@daymark/i18n/feed-words";
import { i18nFor } from "@daymark/i18n/server";
import { element, type Xml, xmlDocument } from "./xml.ts";

export const atomPath = "/feature-requests/feed.atom";

/**
 * Writes feature requests as Atom (RFC 4287), newest first, with the admins' answers.
 *
 * @param now the current time in ISO 8601: a feed without entries was last updated then
 * @param publicUrl without a trailing slash
 */
export function atomOf(
  requests: readonly FeatureRequest[],
  { language, publicUrl, now }: { language: Language; publicUrl: string; now: string },
): string {
  const i18n = i18nFor(language);
  const board = publicUrl + addressIn("/feature-requests", language);
  // Pinned requests come first on the board only.
  const entries = [...requests].sort((one, other) => other.id - one.id);
  const newest = requests
    .map(({ updated_at }) => updated_at)
    .sort()
    .at(-1);
  return xmlDocument(
    element(
      "feed",
      { xmlns: "http://www.w3.org/2005/Atom", "xml:lang": formatLocale[language] },
      element("id", {}, `${publicUrl}${atomPath}`),
      element("title", {}, wordFeed(i18n, "board")),
      element("subtitle", {}, wordFeed(i18n, "board_about")),
      element("link", { rel: "self", type: "application/atom+xml", href: publicUrl + addressIn(atomPath, language) }),
      element("link", { rel: "alternate", type: "text/html", hreflang: language, href: board }),
      element("icon", {}, `${publicUrl}/icon-192.png`),
      element("updated", {}, newest ?? now),
      element("generator", {}, brand),
      entries.map((request) => entryOf(request, language, publicUrl)),
    ),
  );
}

function entryOf(request: FeatureRequest, language: Language, publicUrl: string): Xml {
  const i18n = i18nFor(language);
  const { id, title, details, reply, author, category, status, reason, created_at, updated_at } = request;
  const address = `${publicUrl}/feature-requests/${id}`;
  const label = wordFeed(i18n, category);
  return element(
    "entry",
    {},
    element("id", {}, address),
    element("title", {}, title),
    element("link", {
      rel: "alternate",
      type: "text/html",
      href: publicUrl + addressIn(`/feature-requests/${id}`, language),
    }),
    // RFC 4287 4.1.2: an entry has an author. If the account was deleted, the board is the author.
    element("author", {}, element("name", {}, author ?? brand)),
    element("published", {}, created_at),
    element("updated", {}, updated_at),
    element("category", { term: category, label }),
    element("category", { term: reason ?? status, label: wordFeed(i18n, reason ?? status) }),
    element("content", { type: "text" }, reply ? `${details}\n\n${brand}: ${reply}` : details),
  );
}
