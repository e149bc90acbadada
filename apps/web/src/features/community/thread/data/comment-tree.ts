import type { Comment } from "@daymark/domain/community/comment";

export interface CommentBranch {
  comment: Comment;
  /** The loaded replies, oldest first. */
  answers: readonly Comment[];
  /** The replies that are not loaded yet: their number and their cursor. */
  more: { left: number; cursor: string } | null;
  /** Replies written here that were not loaded yet: they are placed after the replies that are not loaded. */
  added: readonly Comment[];
}

type GrowingBranch = CommentBranch & { answers: Comment[]; added: Comment[] };

interface Changes {
  /** By id: the new version of a comment, or null if it was deleted: its place stays while it has replies. */
  changed: ReadonlyMap<number, Comment | null>;
  /** Comments written here. */
  added: readonly Comment[];
}

/**
 * Comments with their replies, in the order in which they were loaded, without duplicates. If a comment is loaded again
 * with further replies, its number of remaining replies is updated.
 */
export function commentTree(read: readonly Comment[], { changed, added }: Changes): CommentBranch[] {
  const branches = new Map<number, GrowingBranch>();
  const seen = new Set<number>();
  for (const [index, given] of [...read, ...added].entries()) {
    const isRead = index < read.length;
    const own = given.parent_id === null ? branches.get(given.id) : undefined;
    if (own && isRead) own.more = moreOf(given);
    if (seen.has(given.id)) continue;
    seen.add(given.id);
    const change = changed.get(given.id);
    if (given.parent_id === null) {
      const comment = change === null ? withoutWords(given) : (change ?? given);
      branches.set(given.id, { comment, answers: [], more: moreOf(given), added: [] });
      continue;
    }
    const parent = branches.get(given.parent_id);
    if (parent && change !== null) parent[isRead ? "answers" : "added"].push(change ?? given);
  }
  return [...branches.values()].filter(isShown);
}

function isShown({ comment, answers, more, added }: CommentBranch): boolean {
  return comment.state !== "deleted" || answers.length > 0 || more !== null || added.length > 0;
}

function moreOf({ replies_left: left, replies_next: cursor }: Comment): CommentBranch["more"] {
  return left !== undefined && cursor !== undefined ? { left, cursor } : null;
}

function withoutWords(comment: Comment): Comment {
  return { ...comment, text: "", author: null, by_staff: false, edited_at: null, pinned: false, state: "deleted" };
}
