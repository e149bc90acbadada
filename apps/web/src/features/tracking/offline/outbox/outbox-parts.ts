import type { Habit } from "@daymark/domain/tracking/habit";
import type { Entry, ProgressSetInput } from "@daymark/domain/tracking/progress";
import type { Store } from "../../../../lib/drafts/indexed-table.ts";
import type { DayState } from "../../progress/day-state.ts";
import type { WaitingWrite } from "../../progress/queue/lane.ts";
import type { WaitingLogs } from "../../progress/waiting-logs.ts";
import type { LogTransport } from "./sync-log-item.ts";
import type { NoteTransport } from "./sync-note.ts";
import type { WaitingItem } from "./waiting.ts";

/** The session of the owner is over: the change is neither sent nor refused, but waits for its owner. */
export class SessionOver extends Error {
  override readonly name = "SessionOver";
}

/**
 * Sends changes to the server. Every call throws if there is no response, and {@link SessionOver} if the session is
 * over.
 */
export interface OutboxTransport extends NoteTransport, LogTransport {
  set(input: ProgressSetInput): Promise<Entry>;
  read(input: { id: number; day: string }): Promise<Entry | undefined>;
}

/** The interface to the page, which shows days that wait. */
export interface DaySink {
  hold(write: WaitingWrite): void;
  settle(day: { habitId: number; day: string }, sent: DayState, state: DayState): void;
  giveUp(day: { habitId: number; day: string }, state: DayState): void;
  showLog(day: { habitId: number; day: string }, logs: WaitingLogs): void;
}

/** Messages between tabs. */
export type OutboxMessage =
  | { kind: "changed"; key: string }
  /** `item` is the key of an entry of the day's log that waits no longer, because `state` contains it. */
  | { kind: "settled"; habitId: number; day: string; sent: DayState; state: DayState; item?: string }
  | { kind: "gave-up"; habitId: number; day: string; state: DayState };

/** What describes a change of a day, and the unit to which entries of its log add up. */
export type KnownHabit = Pick<Habit, "title" | "unit_label" | "unit">;

export interface OutboxParts {
  store: Store<WaitingItem>;
  transport: OutboxTransport;
  /** Runs the work while no other tab runs it. */
  alone(work: () => Promise<void>): Promise<void>;
  tellTabs(message: OutboxMessage): void;
  /** Undefined if the page does not know the habit. */
  habitOf(habitId: number): KnownHabit | undefined;
  now(): number;
  newId(): string;
  /** Called when a change starts or stops waiting. */
  onChange(): void;
  /** Called when a new change waits. */
  onKept(): void;
}

/**
 * The result of sending: everything is sent or undecided, or a retry is needed, or there is no session to send with.
 */
export type SyncOutcome = "done" | "later" | "stopped";
