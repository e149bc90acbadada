import type { Picture } from "@daymark/domain/tracking/habit-link";
import type { I18n, MessageDescriptor } from "@lingui/core";

const words = {
  streak: /*i18n*/ { id: "badge.streak", message: "streak" },
  days: /*i18n*/ { id: "badge.days", message: "{count, plural, one {# day} other {# days}}" },
  weeks: /*i18n*/ { id: "badge.weeks", message: "{count, plural, one {# week} other {# weeks}}" },
  months: /*i18n*/ { id: "badge.months", message: "{count, plural, one {# month} other {# months}}" },
  quarters: /*i18n*/ { id: "badge.quarters", message: "{count, plural, one {# quarter} other {# quarters}}" },
  none: /*i18n*/ { id: "badge.none", message: "no longer tracked" },
  year: /*i18n*/ { id: "badge.year", message: "{title}: the past year" },
  all: /*i18n*/ { id: "badge.all", message: "Habits" },
  summary: /*i18n*/ {
    id: "badge.summary",
    message: "{done, plural, one {# successful day} other {# successful days}} of {counted, number}",
  },
} satisfies Record<string, MessageDescriptor>;

/** The texts of a picture: its two parts, and its name for people who do not see it. */
export function wordPicture(
  i18n: I18n,
  { kind, title, streak, levels }: Picture,
): { label: string; message: string; name: string } {
  const say = ({ id, message }: MessageDescriptor, values?: Record<string, unknown>) => i18n._(id, values, { message });
  if (kind === "year") {
    const counted = levels.filter((level) => level >= 0).length;
    const done = levels.filter((level) => level > 0).length;
    const label = say(words.year, { title: title ?? say(words.all) });
    const message = say(words.summary, { done, counted });
    return { label, message, name: `${label}. ${message}` };
  }
  const label = title ?? say(words.streak);
  const message = streak ? say(words[streak.unit], { count: streak.length }) : say(words.none);
  return { label, message, name: `${title ? `${title}, ` : ""}${say(words.streak)}: ${message}` };
}
