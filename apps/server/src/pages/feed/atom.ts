import { brand } from "@daymark/domain/base/brand";
import type { ShippedRequest } from "@daymark/domain/community/changelog";
import type { FeatureRequest } from "@daymark/domain/community/feature-request";
import { addressIn, formatLocale, type Language } from "@daymark/domain/text/language";
import { type FeedWord, wordFeed } from "@daymark/i18n/feed-words";
import { i18nFor } from "@daymark/i18n/server";
import { element, type Xml, xmlDocument } from "./xml.ts";

export const atomPath = "/feature-requests/feed.atom";
export const changelogPath = "/changelog/feed.atom";

interface Around {
  language: Language;
  /** Without a trailing slash. */
  publicUrl: string;
  /** The current time in ISO 8601: a feed without entries was last updated then. */
  now: string;
}

/** Writes feature requests as Atom (RFC 4287), newest first, with the admins' answers. */
export function atomOf(requests: readonly FeatureRequest[], around: Around): string {
  // Pinned requests come first on the board only.
  const entries = [...requests].sort((one, other) => other.id - one.id);
  return feedOf(
    { path: atomPath, page: "/feature-requests", title: "board", subtitle: "board_about" },
    { updates: requests, entries: entries.map((request) => entryOf(request, around.language, around.publicUrl)) },
    around,
  );
}

/** Writes the changelog as Atom, newest first. */
export function changelogOf(shipped: readonly ShippedRequest[], around: Around): string {
  return feedOf(
    { path: changelogPath, page: "/changelog", title: "changelog", subtitle: "changelog_about" },
    { updates: shipped, entries: shipped.map((entry) => shippedEntryOf(entry, around)) },
    around,
  );
}

/** @param about.page the path of the page with the same content */
function feedOf(
  { path, page, title, subtitle }: { path: string; page: string; title: FeedWord; subtitle: FeedWord },
  { updates, entries }: { updates: readonly { updated_at: string }[]; entries: Xml[] },
  { language, publicUrl, now }: Around,
): string {
  const i18n = i18nFor(language);
  const newest = updates
    .map(({ updated_at }) => updated_at)
    .sort()
    .at(-1);
  return xmlDocument(
    element(
      "feed",
      { xmlns: "http://www.w3.org/2005/Atom", "xml:lang": formatLocale[language] },
      element("id", {}, `${publicUrl}${path}`),
      element("title", {}, wordFeed(i18n, title)),
      element("subtitle", {}, wordFeed(i18n, subtitle)),
      element("link", { rel: "self", type: "application/atom+xml", href: publicUrl + addressIn(path, language) }),
      element("link", {
        rel: "alternate",
        type: "text/html",
        hreflang: language,
        href: publicUrl + addressIn(page, language),
      }),
      element("icon", {}, `${publicUrl}/icon-192.png`),
      element("updated", {}, newest ?? now),
      element("generator", {}, brand),
      entries,
    ),
  );
}

function shippedEntryOf(shipped: ShippedRequest, { language, publicUrl }: Around): Xml {
  const { id, title, reply, category, shipped_at, updated_at } = shipped;
  return element(
    "entry",
    {},
    // The feed of the board has an entry of the same request, so the ids must differ.
    element("id", {}, `${publicUrl}/changelog#request-${id}`),
    element("title", {}, title),
    element("link", {
      rel: "alternate",
      type: "text/html",
      href: publicUrl + addressIn(`/feature-requests/${id}`, language),
    }),
    element("author", {}, element("name", {}, brand)),
    element("published", {}, shipped_at),
    element("updated", {}, updated_at),
    element("category", { term: category, label: wordFeed(i18nFor(language), category) }),
    reply && element("content", { type: "text" }, reply),
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
