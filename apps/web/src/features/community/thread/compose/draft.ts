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

/** Where in a thread something is being written: a new comment, or an answer to one. */
export interface DraftPlace {
  thread: Thread;
  parentId?: number;
}

/** Of this tab alone, so that it is there after a reload and a log-in; what was left in order to log in in any tab. */
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
 * A guest goes to log in, and will want to go on here.
 *
 * @param path of the page, with its hash
 */
export function leaveDraft(place: DraftPlace, text: string, path: string): void {
  keepDraft(null, place, text);
  leaveComment({ name: nameOf(place), writer: null, path, text, at: Date.now() });
}

/** Whether it is what its writer has left; answers once. */
export function takeLeftDraft(place: DraftPlace): boolean {
  if (returningTo() !== nameOf(place)) return false;
  setReturning(null);
  return true;
}

/** The comment that is being answered by the draft which its writer has left. */
export function leftAnswer(thread: Thread): number | null {
  const [path, parent] = (returningTo() ?? "").split("#");
  return path === pathOf(thread) && parent ? Number(parent) : null;
}

function nameOf({ thread, parentId }: DraftPlace): string {
  return parentId === undefined ? pathOf(thread) : `${pathOf(thread)}#${parentId}`;
}
