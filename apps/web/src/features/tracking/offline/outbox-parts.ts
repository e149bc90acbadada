import type { Entry, ProgressSetInput } from "@daymark/domain/tracking/progress";
import type { Store } from "../../../lib/drafts/indexed-table.ts";
import type { DayState } from "../progress/day-state.ts";
import type { WaitingWrite } from "../progress/lane.ts";
import type { NoteTransport } from "./sync-note.ts";
import type { WaitingItem } from "./waiting.ts";

/** The session of whoever something is of is over: it is neither sent nor refused, but waits for them. */
export class SessionOver extends Error {
  override readonly name = "SessionOver";
}

/** How the outbox reaches the server; every call throws where it cannot, {@link SessionOver} where it may not. */
export interface OutboxTransport extends NoteTransport {
  set(input: ProgressSetInput): Promise<Entry>;
  read(input: { id: number; day: string }): Promise<Entry | undefined>;
}

/** The page as the outbox needs it: where days that wait are shown. */
export interface DaySink {
  hold(write: WaitingWrite): void;
  settle(day: { habitId: number; day: string }, sent: DayState, state: DayState): void;
  giveUp(day: { habitId: number; day: string }, state: DayState): void;
}

/** What tabs tell each other. */
export type OutboxMessage =
  | { kind: "changed"; key: string }
  | { kind: "settled"; habitId: number; day: string; sent: DayState; state: DayState }
  | { kind: "gave-up"; habitId: number; day: string; state: DayState };

export interface OutboxParts {
  store: Store<WaitingItem>;
  transport: OutboxTransport;
  /** Does the work while no other tab does its own. */
  alone(work: () => Promise<void>): Promise<void>;
  tellTabs(message: OutboxMessage): void;
  titleOf(habitId: number): string;
  now(): number;
  newId(): string;
  /** Something waits, or no longer does. */
  onChange(): void;
  /** Something new waits. */
  onKept(): void;
}

/** How sending went: all is sent or undecided, or it has to be tried again, or there is no session to send it with. */
export type SyncOutcome = "done" | "later" | "stopped";
