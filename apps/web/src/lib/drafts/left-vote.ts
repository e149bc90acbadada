/** Session storage key: a vote that cannot be sent yet. `forgetCommentDrafts` removes it. */
const leftKey = "comment:vote";
/** After this time no user expects it to be sent. */
const keptMs = 24 * 60 * 60_000;

/**
 * Keeps a vote, or a reaction to a comment, in this tab: a guest's until they have logged in here, a user's until their address is
 * verified.
 *
 * @param path of the post or the request, with a hash if it is a reaction to a comment
 * @param type without spaces
 * @param voter the id of the user; null for a guest
 */
export function leaveVote(path: string, type: string, voter: string | null): void {
  sessionStorage.setItem(leftKey, [path, type, voter ?? "", Date.now()].join(" "));
}

/**
 * Returns the vote that was left there within a day, once; null if there is none. The next user gets a guest's vote.
 * `hasWaited` is true if the user already left it as a user.
 *
 * @param types the valid ones
 */
export function takeLeftVote<Type extends string>(
  path: string,
  userId: string,
  types: readonly Type[],
): { type: Type; hasWaited: boolean } | null {
  const [leftPath, type, voter, atMs] = sessionStorage.getItem(leftKey)?.split(" ") ?? [];
  if (leftPath !== path || (voter && voter !== userId)) return null;
  sessionStorage.removeItem(leftKey);
  if (!(Date.now() - Number(atMs) < keptMs)) return null;
  const known = types.find((each) => each === type);
  return known ? { type: known, hasWaited: voter !== "" } : null;
}
