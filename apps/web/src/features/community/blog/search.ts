import { type Language, languages } from "@daymark/domain/text/language";
import { searchWords } from "../../../lib/form/search-words.ts";

/** What of the blog is shown, as its address has it. */
export interface BlogSearch {
  search?: string;
  /** Else the language of the page. */
  language?: Language | "all";
  cursor?: string;
}

/** More than that no title has, and the API takes no more. */
const searchLengthMax = 100;

/** Takes what it knows, and leaves out what is wrong or changes nothing. */
export function readBlogSearch(given: Record<string, unknown>): BlogSearch {
  const search = searchWords(given.search, searchLengthMax);
  const language = (["all", ...languages] as const).find((one) => one === given.language);
  const cursor = textOf(given.cursor);
  return { ...(search && { search }), ...(language && { language }), ...(cursor && { cursor }) };
}

/** From where on comments are shown. */
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

/** As many as are read in one go. */
const postsAPage = 12;

/**
 * What the API is asked for.
 *
 * @param current language of the page
 */
export function listInput({ search, language, cursor }: BlogSearch, current: Language) {
  const asked = language ?? current;
  return {
    limit: postsAPage,
    ...(search && { search }),
    ...(asked !== "all" && { language: asked }),
    ...(cursor && { cursor }),
  };
}
