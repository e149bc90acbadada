import type { Note } from "@daymark/domain/tracking/note";

/** Pinned first, then newest: the order of the API. */
export function inNoteOrder(notes: readonly Note[]): Note[] {
  return notes.toSorted(
    (a, b) => Number(b.pinned) - Number(a.pinned) || b.created_at.localeCompare(a.created_at) || b.id - a.id,
  );
}
