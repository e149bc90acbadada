/** The subject of reactions and comments, as its pages and the API name it. */
export type Thread = { kind: "blog"; slug: string } | { kind: "feature_request"; id: number };

/** The page of the thread. */
export function pathOf(thread: Thread): string {
  return thread.kind === "blog" ? `/blog/${thread.slug}` : `/feature-requests/${thread.id}`;
}

/** The page of the thread with comments from a cursor on: `comments` is a parameter of both routes. */
export function commentsHref(thread: Thread, cursor?: string): string {
  return `${pathOf(thread)}${cursor ? `?comments=${encodeURIComponent(cursor)}` : ""}#comments`;
}
