import type { StreakUnit } from "@daymark/domain/rules/statistics";
import type { MessageDescriptor } from "@lingui/core";
import { msg, plural } from "@lingui/core/macro";

/** The length of a streak in its unit: "12 days", "3 weeks". */
export const streakLengths: Record<StreakUnit, (count: number) => MessageDescriptor> = {
  days: (count) => msg`${plural(count, { one: "# day", other: "# days" })}`,
  weeks: (count) => msg`${plural(count, { one: "# week", other: "# weeks" })}`,
};

/** The unit without the number, which is shown above. */
export const streakUnitNames: Record<StreakUnit, (count: number) => MessageDescriptor> = {
  days: (count) => msg`${plural(count, { one: "day", other: "days" })}`,
  weeks: (count) => msg`${plural(count, { one: "week", other: "weeks" })}`,
};
