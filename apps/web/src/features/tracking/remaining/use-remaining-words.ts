import type { Habit } from "@daymark/domain/tracking/habit";
import { useLingui } from "@lingui/react/macro";
import { trpc } from "../../../lib/network/trpc.ts";
import { remainingOf, remainingWords } from "./remaining-words.ts";

/**
 * What is left until the end of a habit as text; null if there is nothing to say.
 *
 * @param today `YYYY-MM-DD`, the user's
 */
export function useRemainingWords(habit: Habit, today: string): string | null {
  const { i18n } = useLingui();
  // Only a total depends on the days, which the server knows.
  const { data } = trpc.habit.statisticsList.useQuery({}, { enabled: Boolean(habit.end?.total) });
  const remaining = remainingOf(
    habit,
    data?.results.find(({ habit_id }) => habit_id === habit.id),
    today,
  );
  return remaining && remainingWords(i18n, habit, remaining);
}
