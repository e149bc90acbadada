import type { Comment } from "@daymark/domain/thread";

export interface CommentBranch {
  comment: Comment;
  answers: readonly Comment[];
}

/**
 * Comments with their answers, in the order in which they came, each once.
 *
 * @param changes by id: what one says now, or null where it was deleted: its place stays while there are answers
 */
export function commentTree(
  comments: readonly Comment[],
  changes: ReadonlyMap<number, Comment | null>,
): CommentBranch[] {
  const branches = new Map<number, { comment: Comment; answers: Comment[] }>();
  const seen = new Set<number>();
  for (const given of comments) {
    if (seen.has(given.id)) continue;
    seen.add(given.id);
    const changed = changes.get(given.id);
    const parent = given.parent_id === null ? undefined : branches.get(given.parent_id);
    if (given.parent_id === null) {
      const comment = changed === null ? withoutWords(given) : (changed ?? given);
      branches.set(given.id, { comment, answers: [] });
    } else if (parent && changed !== null) parent.answers.push(changed ?? given);
  }
  return [...branches.values()].filter(({ comment, answers }) => comment.state !== "deleted" || answers.length > 0);
}

function withoutWords(comment: Comment): Comment {
  return { ...comment, text: "", author: null, by_staff: false, edited_at: null, pinned: false, state: "deleted" };
}
