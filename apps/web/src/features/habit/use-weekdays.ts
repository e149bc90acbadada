import { useMemo } from "react";
import { useFormat } from "../../lib/format.ts";
import { useTastes } from "../../lib/preferences.ts";
import { weekdaysFrom } from "./week.ts";

/** ISO weekdays in the order of the week: as was chosen, else as the language has it. */
export function useWeekdays(): readonly number[] {
  const { locale } = useFormat();
  const { week_start: weekStart } = useTastes();
  return useMemo(() => weekdaysFrom(locale, weekStart), [locale, weekStart]);
}
