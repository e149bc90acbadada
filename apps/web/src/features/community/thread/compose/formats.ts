/** What a button of a comment's field writes. */
export const formats = ["bold", "italic", "code", "link", "list", "quote"] as const;
export type Format = (typeof formats)[number];
