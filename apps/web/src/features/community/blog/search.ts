import { type Language, languages } from "@daymark/domain/text/language";
import { searchWords } from "../../../lib/form/search-words.ts";

/** The search parameters of the blog. */
export interface BlogSearch {
  search?: string;
  /** As in the address: the API takes a tag in any form. */
  tag?: string;
  /** By default the page's language. */
  language?: Language | "all";
  cursor?: string;
}

/** Longer than any title, and the limit of the API. */
const searchLengthMax = 100;

/** Reads the parameters, without invalid and superfluous ones. */
export function readBlogSearch(given: Record<string, unknown>): BlogSearch {
  const search = searchWords(given.search, searchLengthMax);
  const tag = searchWords(given.tag, searchLengthMax);
  const language = (["all", ...languages] as const).find((one) => one === given.language);
  const cursor = textOf(given.cursor);
  return { ...(search && { search }), ...(tag && { tag }), ...(language && { language }), ...(cursor && { cursor }) };
}

/** The cursor of the shown comments. */
export interface CommentsSearch {
  comments?: string;
}

export function readCommentsSearch(given: Record<string, unknown>): CommentsSearch {
  const comments = textOf(given.comments);
  return comments ? { comments } : {};
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** The number of posts per page. */
const postsAPage = 12;

/**
 * The input of the API.
 *
 * @param current language of the page
 */
export function listInput({ language, ...found }: BlogSearch, current: Language) {
  const asked = language ?? current;
  return { limit: postsAPage, ...found, ...(asked !== "all" && { language: asked }) };
}
