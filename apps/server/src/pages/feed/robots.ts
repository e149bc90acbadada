/**
 * The paths that only programs call. Pages that must not be indexed say so themselves (`noindex`), and a crawler learns
 * that only if it may fetch them. A crawler that may not fetch a page can still list its address.
 */
const closed = ["/api/", "/trpc/"];
/** Secret addresses below them, which say `noindex` themselves. The longest path decides (RFC 9309, 2.2.2). */
const open = ["/api/calendars/"];

/**
 * RFC 9309, with the sitemap.
 *
 * @param publicUrl without a trailing slash
 */
export function robotsOf(publicUrl: string): string {
  return [
    "User-agent: *",
    ...closed.map((path) => `Disallow: ${path}`),
    ...open.map((path) => `Allow: ${path}`),
    "",
    `Sitemap: ${publicUrl}/sitemap.xml`,
    "",
  ].join("\n");
}
