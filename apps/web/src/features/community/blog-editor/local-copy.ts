import { blogDraftContent } from "@daymark/domain/community/blog";
import * as z from "zod/mini";
import { writingPrefix } from "../../../lib/drafts/writing-drafts.ts";
import type { LocalCopy } from "./draft-saver.ts";

const copySchema = z.object({
  draft: z.nullable(z.object({ id: z.int(), revision: z.int() })),
  base: z.nullable(z.string()),
  content: blogDraftContent,
});

/** What is being written: a post by its slug, a working copy of none by its id, or what is neither yet. */
export type WritingPlace = { post: string } | { draft: number } | "new";

function keyOf(userId: string | null, place: WritingPlace): string {
  const name = place === "new" ? "new" : "post" in place ? `post:${place.post}` : `draft:${place.draft}`;
  return `${writingPrefix}${userId ?? ""}:${name}`;
}

/** What could not be saved when an earlier page was left; null where nothing was, or it cannot be read. */
export function readLocalCopy(userId: string | null, place: WritingPlace): LocalCopy | null {
  try {
    const kept = localStorage.getItem(keyOf(userId, place));
    return kept === null ? null : copySchema.parse(JSON.parse(kept));
  } catch {
    return null;
  }
}

/** In this browser, of this person, until it is saved. A full storage loses nothing that is on the screen. */
export function keepLocalCopy(userId: string | null, place: WritingPlace, copy: LocalCopy | null): void {
  const key = keyOf(userId, place);
  try {
    if (copy) localStorage.setItem(key, JSON.stringify(copy));
    else localStorage.removeItem(key);
  } catch {
    localStorage.removeItem(key);
  }
}
