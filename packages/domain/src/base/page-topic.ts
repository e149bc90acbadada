/** What public pages are made of: each kept one is dropped when something it was made of changes. */
export const pageTopics = ["blog", "board"] as const;
export type PageTopic = (typeof pageTopics)[number];
