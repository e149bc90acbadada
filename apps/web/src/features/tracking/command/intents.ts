import type { HabitType } from "@daymark/domain/tracking/habit";

/** What is asked of the dashboard from elsewhere. */
export type Intent =
  | { kind: "create"; type: HabitType }
  | { kind: "statistics" | "edit"; habitId: number }
  | { kind: "arrange" | "analytics" | "vacation" | "settings" | "print" };

let pending: Intent | null = null;
const listeners = new Set<() => void>();

/** Asks the dashboard for something; if it is not on the page yet, it does that as soon as it is. */
export function askDashboard(intent: Intent): void {
  pending = intent;
  for (const listener of listeners) listener();
}

export const readIntent = (): Intent | null => pending;

/** It is done. */
export function settleIntent(): void {
  pending = null;
  for (const listener of listeners) listener();
}

export function subscribeToIntents(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
