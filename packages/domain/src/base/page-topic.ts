/** The data that public pages show. A change of a topic invalidates the cached pages that show it. */
export const pageTopics = ["blog", "board"] as const;
export type PageTopic = (typeof pageTopics)[number];
