import { blogDraftContent } from "@daymark/domain/community/blog";
import * as z from "zod/mini";
import { writingPrefix } from "../../../lib/drafts/writing-drafts.ts";
import type { LocalCopy } from "./draft-saver.ts";

const copySchema = z.object({
  draft: z.nullable(z.object({ id: z.int(), revision: z.int() })),
  base: z.nullable(z.string()),
  content: blogDraftContent,
});

/**
 * What the user writes: a post by its slug, a new working copy by its id, or content that is neither yet. The
 * translation of a post has a separate place, so that "Translate this post" does not open an unsaved new post.
 */
export type WritingPlace = { post: string } | { draft: number } | { translate: string } | "new";

function keyOf(userId: string | null, place: WritingPlace): string {
  const name = place === "new" ? "new" : Object.entries(place).flat().join(":");
  return `${writingPrefix}${userId ?? ""}:${name}`;
}

/** The content that an earlier page could not save; null if there is none or it cannot be read. */
export function readLocalCopy(userId: string | null, place: WritingPlace): LocalCopy | null {
  try {
    const kept = localStorage.getItem(keyOf(userId, place));
    return kept === null ? null : copyOf(JSON.parse(kept));
  } catch {
    return null;
  }
}

/** Content that the server refused to save, because it is too long or has unreadable characters, is not lost either. */
function copyOf(kept: unknown): LocalCopy | null {
  const issues = copySchema.safeParse(kept).error?.issues ?? [];
  // The schema changes no value, so that what it read is what was stored.
  return issues.every(({ code }) => code === "too_big" || code === "custom") ? (kept as LocalCopy) : null;
}

/** Stores unsaved content in this browser for this user. If storage is full, the content on the screen is not lost. */
export function keepLocalCopy(userId: string | null, place: WritingPlace, copy: LocalCopy | null): void {
  const key = keyOf(userId, place);
  try {
    if (copy) localStorage.setItem(key, JSON.stringify(copy));
    else localStorage.removeItem(key);
  } catch {
    localStorage.removeItem(key);
  }
}
