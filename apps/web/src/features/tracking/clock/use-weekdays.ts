import { useMemo } from "react";
import { useFormat } from "../../../lib/language/format.ts";
import { usePreferenceValues } from "../../../lib/preferences/preferences.ts";
import { weekdaysFrom } from "./week.ts";

/** ISO weekdays in the order of the week that the user chose, or else of their region. */
export function useWeekdays(): readonly number[] {
  const { locale } = useFormat();
  const { week_start: weekStart } = usePreferenceValues();
  return useMemo(() => weekdaysFrom(locale, weekStart), [locale, weekStart]);
}
