import type { PushContent, PushDone, PushNotice } from "@daymark/domain/account/push";
import type { ReminderHabit } from "@daymark/domain/reminder/reminder";
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
  done_good: /*i18n*/ { id: "push.done.good", message: "Done" },
  done_bad: /*i18n*/ { id: "push.done.bad", message: "Nothing today" },
  recorded: /*i18n*/ { id: "push.done.recorded", message: "Recorded" },
  met: /*i18n*/ { id: "push.done.met", message: "Already done: nothing changed." },
  used: /*i18n*/ { id: "push.done.used", message: "This button was already pressed: nothing changed." },
  gone: /*i18n*/ { id: "push.done.gone", message: "This habit is archived or deleted, so nothing was recorded." },
  refused: /*i18n*/ {
    id: "push.done.refused",
    message: "Not recorded: this button no longer works. Open the dashboard.",
  },
  waiting: /*i18n*/ { id: "push.done.waiting", message: "No connection. It will be recorded once you are online." },
  offline: /*i18n*/ { id: "push.done.offline", message: "No connection, so nothing was recorded." },
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
  const done = content.done && { done: wordDone(say, content.done, content.habits) };
  return { ...shared, ...wordReminder(say, language, content.habits), path: "/dashboard", ...done };
}

function wordDone(
  say: (words: MessageDescriptor) => string,
  token: string,
  [habit]: readonly ReminderHabit[],
): PushDone {
  const { recorded, met, used, gone, refused, waiting, offline } = words;
  return {
    path: `/api/reminders/done/${token}/`,
    label: say(habit?.type === "bad" ? words.done_bad : words.done_good),
    ...{ recorded: say(recorded), met: say(met), used: say(used), gone: say(gone) },
    ...{ refused: say(refused), waiting: say(waiting), offline: say(offline) },
  };
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
