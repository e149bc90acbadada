/** Session storage key. It goes with the comments: `forgetCommentDrafts` removes it. */
const leftKey = "comment:newsletter";

/** Keeps in this tab that a guest wants the newsletter, until a user has logged in here. */
export function leaveSubscription(): void {
  sessionStorage.setItem(leftKey, "wanted");
}

/** Returns once whether a guest of this tab wanted it. */
export function takeLeftSubscription(): boolean {
  const isLeft = sessionStorage.getItem(leftKey) !== null;
  sessionStorage.removeItem(leftKey);
  return isLeft;
}
