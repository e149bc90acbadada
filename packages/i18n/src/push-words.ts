import type { PushContent, PushNotice } from "@daymark/domain/account/push";
import type { ReminderHabit } from "@daymark/domain/rules/reminder";
import { formatLocale, type Language } from "@daymark/domain/text/language";
import type { I18n, MessageDescriptor } from "@lingui/core";

const words = {
  test_title: /*i18n*/ { id: "push.test.title", message: "Notifications work here" },
  test_body: /*i18n*/ { id: "push.test.body", message: "This is how Daymark reminds you of a habit." },
  good: /*i18n*/ { id: "push.reminder.good", message: "Still open today." },
  bad: /*i18n*/ { id: "push.reminder.bad", message: "How did today go? Confirm the day or record an amount." },
  several: /*i18n*/ {
    id: "push.reminder.several",
    message: "{count, plural, one {# habit is still open today} other {# habits are still open today}}",
  },
  more: /*i18n*/ { id: "push.reminder.more", message: "{titles} and {count, number} more" },
} satisfies Record<string, MessageDescriptor>;

/** More than a notification shows anyway. A push message holds less than four kilobytes (RFC 8291 4). */
const titlesMax = 4;

/** The content of a notification in a language. */
export function wordPush(i18n: I18n, language: Language, content: PushContent): PushNotice {
  const say = ({ id, message }: MessageDescriptor, values?: Record<string, unknown>) => i18n._(id, values, { message });
  const shared = { lang: formatLocale[language] };
  if (content.kind === "test") {
    return { ...shared, title: say(words.test_title), body: say(words.test_body), tag: "test", path: "/dashboard" };
  }
  return { ...shared, ...wordReminder(say, language, content.habits), path: "/dashboard" };
}

function wordReminder(
  say: (words: MessageDescriptor, values?: Record<string, unknown>) => string,
  language: Language,
  habits: readonly ReminderHabit[],
): Pick<PushNotice, "title" | "body" | "tag"> {
  const [first, ...others] = habits;
  if (first && others.length === 0) {
    return { title: first.title, body: say(words[first.type]), tag: `habit-${first.id}` };
  }
  const titles = habits.slice(0, titlesMax).map(({ title }) => title);
  const rest = habits.length - titles.length;
  const isWhole = rest === 0;
  // "A, B and C". If there are more habits, the message adds its own "and", so the list has none.
  const list = new Intl.ListFormat(formatLocale[language], { type: isWhole ? "conjunction" : "unit" }).format(titles);
  return {
    title: say(words.several, { count: habits.length }),
    body: isWhole ? list : say(words.more, { titles: list, count: rest }),
    tag: "habits",
  };
}
