import type { HabitType } from "@daymark/domain/tracking/habit";
import { useLingui } from "@lingui/react/macro";

/** The two sections of the calendar by name. */
export function useTypeNames(): Record<HabitType, string> {
  const { t } = useLingui();
  return { good: t`Good habits`, bad: t`Bad habits` };
}
