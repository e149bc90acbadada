/** Names of what the session storage has of comments that are being written. */
const commentPrefix = "comment:";
const guestPrefix = `${commentPrefix}guest `;

/** Who writes: a person, by the id that their tokens name, or null for a guest. */
export type Writer = string | null;

/** A draft belongs to its writer: it outlives a session that ends by itself, and another person may log in then. */
export function commentDraftKey(writer: Writer, name: string): string {
  return `${writer === null ? guestPrefix : `${commentPrefix}${writer} `}${name}`;
}

/** Of the session storage: which draft its writer has left in order to log in, and comes back to. */
const leftKey = `${commentPrefix}left`;

/** Of the local storage: the same draft for a day, as the link of a mail opens in another tab. */
const keptKey = "commentLeft";
const keptMs = 86_400_000;

/** What somebody had typed before they had to log in. */
export interface LeftComment {
  /** Of its draft. */
  name: string;
  /** Null until its writer has logged in. */
  writer: Writer;
  /** Where it is written: a path of this site. */
  path: string;
  text: string;
  /** Milliseconds since the epoch. */
  at: number;
}

/** Its writer goes to log in, or to sign up, and will want to go on there. */
export function leaveComment(comment: LeftComment): void {
  sessionStorage.setItem(leftKey, comment.name);
  if (comment.text.trim() !== "") localStorage.setItem(keptKey, JSON.stringify(comment));
}

/** The name of the draft that this tab comes back to. */
export function returningTo(): string | null {
  return sessionStorage.getItem(leftKey);
}

/** Its writer has come back to it, or is about to. */
export function setReturning(name: string | null): void {
  if (name === null) sessionStorage.removeItem(leftKey);
  else sessionStorage.setItem(leftKey, name);
}

/** What was left in this browser, in whichever tab and by whom, and not sent since. */
export function leftComment(): LeftComment | null {
  try {
    const left: LeftComment | null = JSON.parse(localStorage.getItem(keptKey) ?? "null");
    if (left && Date.now() - left.at < keptMs && typeof left.text === "string") return left;
  } catch {
    // Not what we have put there.
  }
  localStorage.removeItem(keptKey);
  return null;
}

/** What its writer types on where it was left, or nothing any more. */
export function rewriteLeft(writer: Writer, name: string, text: string): void {
  const left = leftComment();
  if (left?.name !== name || left.writer !== writer) return;
  if (text.trim() === "") localStorage.removeItem(keptKey);
  else localStorage.setItem(keptKey, JSON.stringify({ ...left, text }));
}

/**
 * What was typed in this tab before the log-in belongs to the person who has logged in, at all places and before anybody
 * else may. Where they had a draft of their own, the guest's text is appended to it: their session may have ended while they
 * were typing.
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

/** What is half written belongs to whoever wrote it. */
export function forgetCommentDrafts(): void {
  for (const name of Object.keys(sessionStorage)) if (name.startsWith(commentPrefix)) sessionStorage.removeItem(name);
  localStorage.removeItem(keptKey);
}
