import type { HabitType } from "@daymark/domain/tracking/habit";
import { useLingui } from "@lingui/react/macro";
import { timeNames } from "../habit/time-names.ts";
import type { HabitSection } from "./grid/shown-habits.ts";

/** The names of the two types. */
function useTypeNames(): Record<HabitType, string> {
  const { t } = useLingui();
  return { good: t`Good habits`, bad: t`Bad habits` };
}

/** The name of a section: of its type, and of its part of the day. That of good habits says only the part of the day. */
export function useSectionNames(): (section: Pick<HabitSection, "type" | "time">) => string {
  const { i18n } = useLingui();
  const typeNames = useTypeNames();
  return ({ type, time }) => {
    if (time === undefined) return typeNames[type];
    const name = i18n._(timeNames[time ?? "any"]);
    return type === "good" ? name : `${typeNames[type]} · ${name}`;
  };
}
