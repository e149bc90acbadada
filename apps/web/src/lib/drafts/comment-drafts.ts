/** Prefixes of the session storage keys for comments that are being written. */
const commentPrefix = "comment:";
const guestPrefix = `${commentPrefix}guest `;

/** The writer: a user, by the id in their token, or null for a guest. */
export type Writer = string | null;

/** A draft belongs to its writer: it survives a session that ends by itself, and then another user may log in. */
export function commentDraftKey(writer: Writer, name: string): string {
  return `${writer === null ? guestPrefix : `${commentPrefix}${writer} `}${name}`;
}

/** Session storage key: the draft that its writer left to log in, and returns to. */
const leftKey = `${commentPrefix}left`;

/** Local storage key: the same draft for a day, because the link in a mail opens in another tab. */
const keptKey = "commentLeft";
const keptMs = 86_400_000;

/** What a user typed before they had to log in. */
export interface LeftComment {
  /** Name of the draft. */
  name: string;
  /** Null until its writer has logged in. */
  writer: Writer;
  /** The page where it was written: a path of this site. */
  path: string;
  text: string;
  /** Milliseconds since the epoch. */
  at: number;
}

/** Called when the writer leaves to log in or to sign up, and will want to continue the comment. */
export function leaveComment(comment: LeftComment): void {
  sessionStorage.setItem(leftKey, comment.name);
  if (comment.text.trim() !== "") localStorage.setItem(keptKey, JSON.stringify(comment));
}

/** The name of the draft that the user of this tab returns to. */
export function returningTo(): string | null {
  return sessionStorage.getItem(leftKey);
}

/** Called when the writer has returned to the draft, or is about to. */
export function setReturning(name: string | null): void {
  if (name === null) sessionStorage.removeItem(leftKey);
  else sessionStorage.setItem(leftKey, name);
}

/** The comment left unsent in this browser, by any writer in any tab. */
export function leftComment(): LeftComment | null {
  try {
    const left: LeftComment | null = JSON.parse(localStorage.getItem(keptKey) ?? "null");
    if (left && Date.now() - left.at < keptMs && typeof left.text === "string") return left;
  } catch {
    // The stored value is not JSON that we wrote.
  }
  localStorage.removeItem(keptKey);
  return null;
}

/** Updates the left comment as its writer continues typing, or removes it if the text is empty. */
export function rewriteLeft(writer: Writer, name: string, text: string): void {
  const left = leftComment();
  if (left?.name !== name || left.writer !== writer) return;
  if (text.trim() === "") localStorage.removeItem(keptKey);
  else localStorage.setItem(keptKey, JSON.stringify({ ...left, text }));
}

/**
 * Gives text typed in this tab before the log-in to the user who has logged in, for all drafts, before another user can
 * log in. If the user already had a draft, the guest's text is appended: their session may have ended while they were
 * typing.
 */
export function adoptGuestDrafts(personId: string): void {
  for (const key of Object.keys(sessionStorage)) {
    if (!key.startsWith(guestPrefix)) continue;
    const ownKey = commentDraftKey(personId, key.slice(guestPrefix.length));
    const [own, typed] = [sessionStorage.getItem(ownKey) ?? "", sessionStorage.getItem(key) ?? ""];
    sessionStorage.setItem(ownKey, own === "" || typed.includes(own) ? typed : `${own}\n${typed}`);
    sessionStorage.removeItem(key);
  }
  const left = leftComment();
  if (left?.writer === null) localStorage.setItem(keptKey, JSON.stringify({ ...left, writer: personId }));
}

/** Unfinished comments belong to their writer. */
export function forgetCommentDrafts(): void {
  for (const name of Object.keys(sessionStorage)) if (name.startsWith(commentPrefix)) sessionStorage.removeItem(name);
  localStorage.removeItem(keptKey);
}
