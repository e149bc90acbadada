import type { FieldError } from "@daymark/domain/base/validation";
import type { LogItem } from "@daymark/domain/day-log/day-log";
import type { Problem } from "../../../../lib/network/problem.ts";
import type { DayState } from "../../progress/day-state.ts";
import type { WaitingWrite } from "../../progress/queue/lane.ts";

/** Why a waiting change could not be sent. The user decides; until then it is stored. */
export type Trouble<Conflict> =
  | ({ kind: "conflict" } & Conflict)
  /** `problem` is null if the response could not be read; `field` is the first fault of its fields. */
  | { kind: "refused"; problem: (Pick<Problem, "code" | "values"> & { field?: FieldError }) | null };

interface Kept {
  /** Changes with each edit, so that a response can tell whether it concerns the newest one. */
  revision: string;
  /** When the change began to wait, in milliseconds since the epoch. */
  sinceMs: number;
}

/** A day of a habit that the server does not have yet. */
export interface WaitingDay extends Kept, WaitingWrite {
  kind: "day";
  /** The habit's title, to describe the change even if the habit is deleted. */
  title: string;
  /** The habit's own word for its amounts; absent in changes that an earlier version of the page stored. */
  unitLabel?: string | null;
  trouble: Trouble<{ server: DayState }> | null;
}

/** The text of a note that the server does not have yet. */
export interface WaitingNote extends Kept {
  kind: "note";
  /** Null for a new note. */
  id: number | null;
  text: string;
  /** The last known text on the server; null for a new note. */
  found: string | null;
  /** Text that was sent and not answered. */
  tried: string | null;
  /** Identifies the creation of this note, however often it is sent (the Idempotency-Key of the API). */
  creation: string;
  trouble: Trouble<object> | null;
}

/** An entry of the log of a day that the server does not have yet. The page adds its amount to the day until then. */
export interface WaitingLogItem extends Kept {
  kind: "log";
  habitId: number;
  day: string;
  /** Its id identifies it, however often it is sent. */
  item: Pick<LogItem, "id" | "value" | "unit" | "at">;
  /** The habit's title and own word, as for a day. */
  title: string;
  unitLabel: string | null;
  trouble: Trouble<object> | null;
}

export type WaitingItem = WaitingDay | WaitingNote | WaitingLogItem;

/** An entry to add to the log of a day. */
export type LogItemToKeep = Pick<WaitingLogItem, "habitId" | "day" | "item" | "title" | "unitLabel">;

/** The typed text of a note, and the text that the server may have. */
export type NoteToKeep = Pick<WaitingNote, "id" | "text" | "found" | "tried" | "creation">;

/** The key of a day. */
export function dayKey({ habitId, day }: { habitId: number; day: string }): string {
  return `day ${habitId} ${day}`;
}

/** The key of an entry of a log. */
export function logItemKey(id: string): string {
  return `log ${id}`;
}

/** The key of a note: by its id, or by the number of the card on which it was begun. */
export function noteKey(id: number): string {
  return `note ${id}`;
}

/** Changes that wait to be sent, and changes that the user has to decide; oldest first. */
export function waitingKinds(items: ReadonlyMap<string, WaitingItem>) {
  const all = [...items].toSorted(([, a], [, b]) => a.sinceMs - b.sinceMs);
  return {
    waiting: all.filter(([, item]) => item.trouble === null),
    troubles: all.filter(([, item]) => item.trouble !== null),
  };
}

/** Entries of logs that wait to be sent, oldest first. */
export function waitingLogItems(items: ReadonlyMap<string, WaitingItem>): WaitingLogItem[] {
  return waitingKinds(items).waiting.flatMap(([, item]) => (item.kind === "log" ? [item] : []));
}

/**
 * Whether this version can read a stored value as a change of a day. The page ignores any other value and goes on to show
 * and send the rest. Another version of the page may have stored it, or a person who edited the browser's data.
 */
export function isWaitingWrite(stored: unknown): stored is WaitingWrite {
  const write = stored as Partial<WaitingWrite> | null;
  return Boolean(write?.found && write.wanted && write.parts && write.tried);
}

/** The same for a waiting change of any kind. */
export function isWaitingItem(stored: unknown): stored is WaitingItem {
  const kind = (stored as Partial<WaitingItem> | null)?.kind;
  return kind === "note" || kind === "log" || (kind === "day" && isWaitingWrite(stored));
}
