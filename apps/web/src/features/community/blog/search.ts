import { normalizeTag, tagLengthMax } from "@daymark/domain/community/tag";
import { type Language, languages } from "@daymark/domain/text/language";
import { searchWords } from "../../../lib/form/search-words.ts";

/** The search parameters of the blog. */
export interface BlogSearch {
  search?: string;
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
  const tag = normalizeTag(searchWords(given.tag, tagLengthMax));
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
export function listInput({ search, tag, language, cursor }: BlogSearch, current: Language) {
  const asked = language ?? current;
  return {
    limit: postsAPage,
    ...(search && { search }),
    ...(tag && { tag }),
    ...(asked !== "all" && { language: asked }),
    ...(cursor && { cursor }),
  };
}

/** The input of the API for the tags of the list's language. */
export function tagsInput({ language }: BlogSearch, current: Language) {
  const asked = language ?? current;
  return asked === "all" ? {} : { language: asked };
}
