/** What is reacted to and commented on, as its pages and the API name it. */
export type Thread = { kind: "blog"; slug: string } | { kind: "feature_request"; id: number };

/** The page that shows it. */
export function pathOf(thread: Thread): string {
  return thread.kind === "blog" ? `/blog/${thread.slug}` : `/feature-requests/${thread.id}`;
}

/** The page that shows it from a place in its comments on: `comments` is a parameter of both routes. */
export function commentsHref(thread: Thread, cursor?: string): string {
  return `${pathOf(thread)}${cursor ? `?comments=${encodeURIComponent(cursor)}` : ""}#comments`;
}
