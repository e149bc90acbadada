import type { ProgressSetInput } from "@daymark/domain/tracking/progress";
import { isUnreachable, problemOf } from "../../../../lib/network/problem.ts";
import { type DayState, differingParts, type Part } from "../../progress/day-state.ts";
import { SessionOver, type SyncOutcome } from "./outbox-parts.ts";
import type { Trouble, WaitingDay } from "./waiting.ts";

/** The number of sent but unanswered states that are remembered. */
const triedMax = 5;

/**
 * Resolves a day that was changed both here and elsewhere, part by part. A part that the server already has needs no
 * change. If the server still holds the state we last knew or sent, we may overwrite it. For other parts the user
 * decides.
 */
export function compareDay(
  { found, wanted, parts, tried }: Pick<WaitingDay, "found" | "wanted" | "parts" | "tried">,
  server: DayState,
): { ours: Part[]; disputed: Part[] } {
  const open = parts.filter((part) => differingParts(server, wanted).includes(part));
  const isKnown = (part: Part) => [found, ...tried].some((state) => !differingParts(server, state).includes(part));
  return { ours: open.filter(isKnown), disputed: open.filter((part) => !isKnown(part)) };
}

/** True if another device has changed the day since. */
export function isChanged(error: unknown): boolean {
  return problemOf(error)?.code === "conflict";
}

/** "done" if the error concerns only the sent change and a retry would not help. */
export function outcomeOf(error: unknown): SyncOutcome {
  if (error instanceof SessionOver) return "stopped";
  const problem = problemOf(error);
  if (isUnreachable(error) || problem?.status === 429) return "later";
  if (problem?.status === 401 || problem?.status === 403) return "stopped";
  return "done";
}

/** The newest few states, without duplicates. */
export function unique(states: readonly DayState[]): DayState[] {
  const known: DayState[] = [];
  for (const state of states.toReversed()) {
    if (!known.some((other) => differingParts(other, state).length === 0)) known.unshift(state);
  }
  return known.slice(-triedMax);
}

/** A habit that keeps a log gets the time at which the user recorded the amount, not that at which it is sent. */
export function withTime(input: ProgressSetInput, sinceMs: number): ProgressSetInput {
  return input.value === undefined ? input : { ...input, at: new Date(sinceMs).toISOString() };
}

/** Why the server refused a change, as far as it is stored. */
export function refusalOf(error: unknown): Extract<Trouble<object>, { kind: "refused" }> {
  const problem = problemOf(error);
  if (!problem) return { kind: "refused", problem: null };
  const field = Object.values(problem.errors ?? {})[0]?.[0];
  const { code, values } = problem;
  return { kind: "refused", problem: { code, ...(values && { values }), ...(field && { field }) } };
}
