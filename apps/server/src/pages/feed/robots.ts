/**
 * What programs call, and nothing that a person reads. Pages that are not to be found say so themselves (`noindex`), which
 * only a crawler that may fetch them gets to know: one that is kept out lists their addresses all the same.
 */
const closed = ["/api/", "/trpc/"];

/**
 * RFC 9309, with the sitemap.
 *
 * @param publicUrl without a trailing slash
 */
export function robotsOf(publicUrl: string): string {
  return [
    "User-agent: *",
    ...closed.map((path) => `Disallow: ${path}`),
    "",
    `Sitemap: ${publicUrl}/sitemap.xml`,
    "",
  ].join("\n");
}
