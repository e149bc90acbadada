import type { Habit } from "@daymark/domain/tracking/habit";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { browserPreferences, usePreferenceValues } from "../../../../lib/preferences/preferences.ts";
import { idsAfterGroupMove, idsAfterMove } from "../habit-list.ts";
import type { GroupMenuTarget } from "../menu-targets.ts";

/**
 * Moves habits and groups by one place.
 *
 * @param active all active habits in the user's own order, because an order covers all habits of a type, visible or not
 * @param saveOrder saves the ids of a type in their new order
 */
export function useHabitMoves(
  active: readonly Habit[],
  saveOrder: (type: Habit["type"], ids: number[]) => Promise<unknown>,
) {
  const { t } = useLingui();
  const [announcement, setAnnouncement] = useState("");
  const { sort = "position" } = usePreferenceValues();
  // If another order is active, a manual move would have no visible effect.
  const isByHand = sort === "position";

  const setOrder = (type: Habit["type"], ids: number[]) => {
    // A user who arranges habits by hand wants to see that order.
    if (!isByHand) browserPreferences().set({ sort: "position" });
    void saveOrder(type, ids);
  };

  return {
    /** For screen readers: other users see the result of a move. */
    announcement,

    directionsOf: (habit: Habit | undefined) => ({
      up: isByHand && habit !== undefined && idsAfterMove(active, habit, -1) !== undefined,
      down: isByHand && habit !== undefined && idsAfterMove(active, habit, 1) !== undefined,
    }),

    groupDirectionsOf: (group: GroupMenuTarget | null) => ({
      up: isByHand && group !== null && idsAfterGroupMove(active, group, -1) !== undefined,
      down: isByHand && group !== null && idsAfterGroupMove(active, group, 1) !== undefined,
    }),

    move(habit: Habit, by: -1 | 1) {
      const ids = idsAfterMove(active, habit, by);
      if (!ids) return;
      setOrder(habit.type, ids);
      // Listeners know the section, so the position counts in it.
      const ofSection = active.filter((other) => other.type === habit.type && other.time_of_day === habit.time_of_day);
      const places = ids.filter((id) => ofSection.some((other) => other.id === id));
      setAnnouncement(
        t`${{ title: habit.title }} moved to position ${{ place: places.indexOf(habit.id) + 1 }} of ${{ count: places.length }}.`,
      );
    },

    moveGroup(group: GroupMenuTarget, by: -1 | 1) {
      const { name, type } = group;
      const ids = idsAfterGroupMove(active, group, by);
      if (!ids) return;
      setOrder(type, ids);
      setAnnouncement(by < 0 ? t`Group ${name} moved up.` : t`Group ${name} moved down.`);
    },
  };
}
