import {
  commentPrefix,
  leaveComment,
  leftComment,
  returningTo,
  rewriteLeft,
  setReturning,
} from "../../lib/comment-drafts.ts";
import { pathOf, type Thread } from "./thread.ts";

/** Where in a thread something is being written: a new comment, or an answer to one. */
export interface DraftPlace {
  thread: Thread;
  parentId?: number;
}

/** Of this tab alone, so that it is there after a reload and a log-in; what was left in order to log in in any tab. */
export function readDraft(place: DraftPlace): string {
  const name = nameOf(place);
  const left = leftComment();
  return sessionStorage.getItem(commentPrefix + name) ?? (left?.name === name ? left.text : "");
}

export function keepDraft(place: DraftPlace, text: string): void {
  const name = nameOf(place);
  if (text.trim() === "") sessionStorage.removeItem(commentPrefix + name);
  else sessionStorage.setItem(commentPrefix + name, text);
  rewriteLeft(name, text);
}

/**
 * Its writer goes to log in, and will want to go on here.
 *
 * @param path of the page, with its hash
 */
export function leaveDraft(place: DraftPlace, text: string, path: string): void {
  keepDraft(place, text);
  leaveComment({ name: nameOf(place), path, text, at: Date.now() });
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
