import type { Category } from "@daymark/domain/community/request-kind";
import { requestDraftKey } from "../../../lib/drafts/request-drafts.ts";

/** A request as it is being typed; a category is chosen or not yet. */
export interface RequestDraft {
  title: string;
  details: string;
  category: Category | null;
  notify_me: boolean;
}

/** Names of what may be in the making: a new request, and a change of each. */
export const newDraft = "new";
export const editDraft = (id: number) => `edit-${id}`;

/** Of this tab alone, so that it is there after a reload and a log-in, and with no one else. */
export function readRequestDraft(name: string): Partial<RequestDraft> | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(requestDraftKey(name)) ?? "null");
    return typeof kept === "object" ? kept : null;
  } catch {
    return null;
  }
}

/** @param draft null forgets it */
export function keepRequestDraft(name: string, draft: Partial<RequestDraft> | null): void {
  if (draft) sessionStorage.setItem(requestDraftKey(name), JSON.stringify(draft));
  else sessionStorage.removeItem(requestDraftKey(name));
}
