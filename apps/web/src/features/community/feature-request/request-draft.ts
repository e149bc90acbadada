import type { Category } from "@daymark/domain/community/request-kind";
import { requestDraftKey } from "../../../lib/drafts/request-drafts.ts";

/** A request while the user types it; the category may still be missing. */
export interface RequestDraft {
  title: string;
  details: string;
  category: Category | null;
  notify_me: boolean;
}

/** Names of the drafts: of a new request, and of an edit of each. */
export const newDraft = "new";
export const editDraft = (id: number) => `edit-${id}`;

/** Stored for this tab only: it survives a reload and a log-in, and no other user sees it. */
export function readRequestDraft(name: string): Partial<RequestDraft> | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(requestDraftKey(name)) ?? "null");
    return typeof kept === "object" ? kept : null;
  } catch {
    return null;
  }
}

/** @param draft null removes it */
export function keepRequestDraft(name: string, draft: Partial<RequestDraft> | null): void {
  if (draft) sessionStorage.setItem(requestDraftKey(name), JSON.stringify(draft));
  else sessionStorage.removeItem(requestDraftKey(name));
}
