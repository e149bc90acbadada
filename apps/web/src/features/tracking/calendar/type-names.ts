import type { HabitType } from "@daymark/domain/tracking/habit";
import { useLingui } from "@lingui/react/macro";

/** The names of the two calendar sections. */
export function useTypeNames(): Record<HabitType, string> {
  const { t } = useLingui();
  return { good: t`Good habits`, bad: t`Bad habits` };
}
