import type { Problem } from "../../../lib/network/problem.ts";
import type { DayState } from "../progress/day-state.ts";
import type { WaitingWrite } from "../progress/lane.ts";

/** Why something that waited could not simply be sent. Its owner decides; until then it is kept. */
export type Trouble<Conflict> =
  | ({ kind: "conflict" } & Conflict)
  /** `problem` is null where the answer could not be read. */
  | { kind: "refused"; problem: Pick<Problem, "code" | "values"> | null };

interface Kept {
  /** Another for each thing that was said, so that an answer knows whether it is about the newest. */
  revision: string;
  /** When it began to wait, in milliseconds since the epoch. */
  sinceMs: number;
}

/** A day of a habit that the server does not have yet. */
export interface WaitingDay extends Kept, WaitingWrite {
  kind: "day";
  /** The habit's, to tell of it even where it is gone. */
  title: string;
  trouble: Trouble<{ server: DayState }> | null;
}

/** The text of a note that the server does not have yet. */
export interface WaitingNote extends Kept {
  kind: "note";
  /** Null for one that was begun here. */
  id: number | null;
  text: string;
  /** What the server was last known to hold; null for a new one. */
  found: string | null;
  /** What was sent and never answered. */
  tried: string | null;
  /** Names the making of this note, however often it is sent (the Idempotency-Key of the API). */
  creation: string;
  trouble: Trouble<object> | null;
}

export type WaitingItem = WaitingDay | WaitingNote;

/** What is typed of a note, and what the server may have of it. */
export type NoteToKeep = Pick<WaitingNote, "id" | "text" | "found" | "tried" | "creation">;

/** Under which a note is kept: by its id, or by the number of the card on which it was begun. */
export function noteKey(id: number): string {
  return `note ${id}`;
}

/** What waits to be sent, and what its owner has to decide; oldest first. */
export function waitingKinds(items: ReadonlyMap<string, WaitingItem>) {
  const all = [...items].toSorted(([, a], [, b]) => a.sinceMs - b.sinceMs);
  return {
    waiting: all.filter(([, item]) => item.trouble === null),
    troubles: all.filter(([, item]) => item.trouble !== null),
  };
}
