import type { Unit } from "@daymark/domain/base/unit";
import type { Habit } from "@daymark/domain/tracking/habit";

/** What was typed in the form of an entry. */
export interface LogDraft {
  time: string;
  text: string;
  unit: Unit;
}

/**
 * What the user typed and neither saved nor canceled, by the entry. Escape, or a press beside the form of the day, may
 * close it by accident; the form shows the text again when the user opens the day.
 */
export const logDrafts = new Map<string, LogDraft>();

/** @param entry the id of an entry, or "new" */
export function draftKeyOf(habit: Habit, day: string, entry: string): string {
  return `${prefixOf(habit, day)}${entry}`;
}

/** The id of the entry, or "new", of which the day has unsaved text; null if there is none. */
export function keptDraftOf(habit: Habit, day: string): string | null {
  const prefix = prefixOf(habit, day);
  const key = [...logDrafts.keys()].find((other) => other.startsWith(prefix));
  return key?.slice(prefix.length) ?? null;
}

function prefixOf(habit: Habit, day: string): string {
  return `${habit.id} ${day} `;
}
