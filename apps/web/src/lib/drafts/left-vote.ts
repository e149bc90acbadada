/** Session storage key: a vote that cannot be sent yet. It goes with the comments: `forgetCommentDrafts` removes it. */
const leftKey = "comment:vote";

type VoteType = "like" | "dislike";

/**
 * Keeps a vote in this tab: that of a guest until they have logged in here, that of a user until their address is
 * verified.
 *
 * @param path of the post or the request
 * @param voter the id of the user; null for a guest
 */
export function leaveVote(path: string, type: VoteType, voter: string | null): void {
  sessionStorage.setItem(leftKey, [path, type, voter ?? ""].join(" "));
}

/** Returns the vote that the user left there, once; null if there is none. A guest's vote is the next user's. */
export function takeLeftVote(path: string, userId: string): VoteType | null {
  const [leftPath, type, voter] = sessionStorage.getItem(leftKey)?.split(" ") ?? [];
  if (leftPath !== path || (voter && voter !== userId)) return null;
  sessionStorage.removeItem(leftKey);
  return type === "like" || type === "dislike" ? type : null;
}
