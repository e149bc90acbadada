import type { HabitType } from "@daymark/domain/tracking/habit";

/** A request to the dashboard from another part of the page. */
export type Intent =
  | { kind: "create"; type: HabitType }
  | { kind: "statistics" | "edit"; habitId: number }
  | { kind: "arrange" | "analytics" | "vacation" | "trash" | "settings" | "print" };

let pending: Intent | null = null;
const listeners = new Set<() => void>();

/** Sends a request to the dashboard. If the dashboard is not mounted yet, it handles the request when it is. */
export function askDashboard(intent: Intent): void {
  pending = intent;
  for (const listener of listeners) listener();
}

export const readIntent = (): Intent | null => pending;

/** Marks the request as handled. */
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
