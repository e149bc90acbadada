import type { HabitFilter } from "@daymark/domain/tracking/dashboard";
import { useLingui } from "@lingui/react/macro";
import { unitKindNames } from "../habit/form/unit-words.ts";
import { hueName } from "../habit/hues.ts";
import { timeNames } from "../habit/time-names.ts";

/** An active part of the filter, as text. */
export interface FilterPart {
  member: keyof HabitFilter;
  label: string;
  /** The hue of this part. */
  hue?: number;
}

/** The active parts of the filter. */
export function useFilterParts(filter: HabitFilter): FilterPart[] {
  const { i18n, t } = useLingui();
  const { type, unit_kind, time_of_day, hue, archived, at_risk, text } = filter;
  return [
    ...(type ? [{ member: "type" as const, label: type === "good" ? t`Good habits` : t`Bad habits` }] : []),
    ...(unit_kind ? [{ member: "unit_kind" as const, label: i18n._(unitKindNames[unit_kind]) }] : []),
    ...(time_of_day ? [{ member: "time_of_day" as const, label: i18n._(timeNames[time_of_day]) }] : []),
    ...(hue === undefined ? [] : [{ member: "hue" as const, label: hueName(i18n, hue), hue }]),
    ...(at_risk ? [{ member: "at_risk" as const, label: t`At risk today` }] : []),
    ...(archived ? [{ member: "archived" as const, label: t`Archived` }] : []),
    ...(text ? [{ member: "text" as const, label: `“${text}”` }] : []),
  ];
}
