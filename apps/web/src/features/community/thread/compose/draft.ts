import {
  commentDraftKey,
  leaveComment,
  leftComment,
  returningTo,
  rewriteLeft,
  setReturning,
  type Writer,
} from "../../../../lib/drafts/comment-drafts.ts";
import { pathOf, type Thread } from "../data/thread.ts";

/** The place of a draft in a thread: a new comment, a reply to one, or an edit of one. */
export interface DraftPlace {
  thread: Thread;
  parentId?: number;
  editedId?: number;
}

/**
 * Stored for this tab, so that it survives a reload and a log-in. A draft that a guest left to log in is available in
 * every tab.
 */
export function readDraft(writer: Writer, place: DraftPlace): string {
  const name = nameOf(place);
  const left = leftComment();
  const isLeft = left?.name === name && left.writer === writer;
  return sessionStorage.getItem(commentDraftKey(writer, name)) ?? (isLeft ? left.text : "");
}

export function keepDraft(writer: Writer, place: DraftPlace, text: string): void {
  const name = nameOf(place);
  const key = commentDraftKey(writer, name);
  if (text.trim() === "") sessionStorage.removeItem(key);
  else sessionStorage.setItem(key, text);
  rewriteLeft(writer, name, text);
}

/**
 * Called when a guest leaves to log in, and will want to continue here.
 *
 * @param path of the page, with its hash
 */
export function leaveDraft(place: DraftPlace, text: string, path: string): void {
  keepDraft(null, place, text);
  leaveComment({ name: nameOf(place), writer: null, path, text, at: Date.now() });
}

/** True if this is the draft that its writer left; true only once. */
export function takeLeftDraft(place: DraftPlace): boolean {
  if (returningTo() !== nameOf(place)) return false;
  setReturning(null);
  return true;
}

/** The comment to which the left draft replies. */
export function leftAnswer(thread: Thread): number | null {
  const [path, parent] = (returningTo() ?? "").split("#");
  return path === pathOf(thread) && parent ? Number(parent) : null;
}

function nameOf({ thread, parentId, editedId }: DraftPlace): string {
  if (editedId !== undefined) return `${pathOf(thread)}#edit-${editedId}`;
  return parentId === undefined ? pathOf(thread) : `${pathOf(thread)}#${parentId}`;
}
