import type { Habit } from "@daymark/domain/tracking/habit";
import { useEffect, useSyncExternalStore } from "react";
import type { HabitOverlaysState } from "../calendar/use-habit-overlays.ts";
import { readIntent, settleIntent, subscribeToIntents } from "../command/intents.ts";

/** Handles requests from other parts of the page, as soon as the habits are loaded. */
export function useIntents(
  habits: readonly Habit[] | undefined,
  overlays: HabitOverlaysState,
  onAnalytics: (habitId: number) => void,
) {
  const intent = useSyncExternalStore(subscribeToIntents, readIntent);
  useEffect(() => {
    if (!intent || !habits) return;
    settleIntent();
    if (intent.kind === "create") overlays.create(intent.type);
    if (intent.kind === "arrange") overlays.arrange();
    if (intent.kind === "analytics") onAnalytics(0);
    if (intent.kind === "vacation") overlays.planVacation();
    if (intent.kind === "trash") overlays.openTrash();
    if (intent.kind === "settings") overlays.setUp();
    if (intent.kind === "print") overlays.print();
    if (intent.kind !== "statistics" && intent.kind !== "edit") return;
    const habit = habits.find(({ id }) => id === intent.habitId);
    if (!habit) return;
    if (intent.kind === "edit") overlays.edit(habit);
    else overlays.showStatistics(habit);
  }, [intent, habits, overlays, onAnalytics]);
}
