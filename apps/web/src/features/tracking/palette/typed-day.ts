import { dayMin, fromDayNumber, isDate, toDayNumber, weekdayOf } from "@daymark/domain/base/day";

/** A day found in typed words. */
export interface TypedDay {
  /** The words it takes, from `start` to `end` without that. */
  start: number;
  end: number;
  /** `YYYY-MM-DD`, or why it is no day that can be recorded. */
  day: string | DayFault;
  /** True for "12.05", which may also be an amount. */
  isDecimal?: boolean;
}

export type DayFault = "no_such_day" | "upcoming" | "too_early" | "unclear";

const dayFaults: readonly string[] = ["no_such_day", "upcoming", "too_early", "unclear"] satisfies DayFault[];

export function isDayFault(day: string): day is DayFault {
  return dayFaults.includes(day);
}

/** Words for a day by its distance from today. */
const relative: Record<string, number> = {
  today: 0,
  сьогодні: 0,
  yesterday: 1,
  вчора: 1,
  учора: 1,
  позавчора: 2,
};

/** Monday first; in Ukrainian each case in which a day is said: «середа», «у середу», «минулої середи». */
const weekdays = [
  ["monday", "пн", "понеділок", "понеділка"],
  ["tuesday", "вт", "вівторок", "вівторка"],
  ["wednesday", "ср", "середа", "середу", "середи"],
  ["thursday", "чт", "четвер", "четверга"],
  ["friday", "пт", "пятниця", "пятницю", "пятниці"],
  ["saturday", "сб", "субота", "суботу", "суботи"],
  ["sunday", "нд", "неділя", "неділю", "неділі"],
];

const months = [
  ["january", "січень", "січня"],
  ["february", "лютий", "лютого"],
  ["march", "березень", "березня"],
  ["april", "квітень", "квітня"],
  ["may", "травень", "травня"],
  ["june", "червень", "червня"],
  ["july", "липень", "липня"],
  ["august", "серпень", "серпня"],
  ["september", "вересень", "вересня"],
  ["october", "жовтень", "жовтня"],
  ["november", "листопад", "листопада"],
  ["december", "грудень", "грудня"],
];

/** Words before a day that add nothing to it: "on Friday", «у п’ятницю». */
const before = new Set(["on", "у", "в"]);
/** Words before a weekday that exclude today. */
const last = new Set(["last", "минулий", "минулу", "минулої", "минулого"]);

/** The index of the name that a word means: the whole name, or three letters of it at least; -1 for none. */
function indexOfName(word: string, names: readonly (readonly string[])[]): number {
  const plain = word.replaceAll(/['’ʼ.]/g, "");
  return names.findIndex((forms) =>
    forms.some((form) => form === plain || (plain.length >= 3 && form.startsWith(plain))),
  );
}

/**
 * The days in typed words, in either language: "yesterday", "fri", "8 May", "May 8 2025", "2025-05-08", "08.05.2025".
 * Words may be read in several ways, and a title may contain such words too; the caller decides.
 *
 * @param words in lower case
 * @param today `YYYY-MM-DD`; a weekday or a date without a year is the last one up to today
 */
export function daysIn(words: readonly string[], today: string): TypedDay[] {
  return words.flatMap((_, index) => [...dateOfMonth(index, words, today), ...oneWord(index, words, today)]);
}

function oneWord(index: number, words: readonly string[], today: string): TypedDay[] {
  const word = words[index] ?? "";
  const end = index + 1;
  const start = before.has(words[index - 1] ?? "") ? index - 1 : index;
  const back = Object.hasOwn(relative, word) ? relative[word] : undefined;
  if (back !== undefined) return [{ start, end, day: daysBefore(today, back) }];
  const weekday = indexOfName(word, weekdays);
  if (weekday >= 0) {
    const isLast = last.has(words[index - 1] ?? "");
    const distance = (weekdayOf(toDayNumber(today)) - (weekday + 1) + 7) % 7;
    return [
      { start: isLast ? index - 1 : start, end, day: daysBefore(today, distance === 0 && isLast ? 7 : distance) },
    ];
  }
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(word);
  if (iso) return [{ start, end, day: checked({ year: iso[1], month: Number(iso[2]), date: Number(iso[3]) }, today) }];
  const dotted = /^(\d{1,2})\.(\d{1,2})(?:\.(\d{4})?)?$/.exec(word);
  if (dotted) {
    const day = checked({ year: dotted[3], month: Number(dotted[2]), date: Number(dotted[1]) }, today);
    return [{ start, end, day, isDecimal: /^\d+\.\d+$/.test(word) }];
  }
  // 8/5 is the fifth of August in the United States and the eighth of May elsewhere.
  return /^\d{1,2}\/\d{1,2}(\/\d{2,4})?$/.test(word) ? [{ start, end, day: "unclear" }] : [];
}

/** "8 May" and "May 8", with or without a year. */
function dateOfMonth(index: number, words: readonly string[], today: string): TypedDay[] {
  const [one = "", two = "", three = ""] = words.slice(index, index + 3);
  const isNumber = (word: string) => /^\d{1,2}(st|nd|rd|th)?,?$/.test(word);
  const [number, name] = isNumber(one) ? [one, two] : [two, one];
  const month = indexOfName(name, months) + 1;
  // «Сер» is Wednesday: beside an amount a weekday is likelier than August.
  if (month === 0 || !isNumber(number) || indexOfName(name, weekdays) >= 0) return [];
  const start = before.has(words[index - 1] ?? "") ? index - 1 : index;
  const date = Number.parseInt(number, 10);
  const short = { start, end: index + 2, day: checked({ month, date }, today) };
  if (!/^\d{4}$/.test(three)) return [short];
  // 2025 may be the year, or an amount.
  return [{ start, end: index + 3, day: checked({ year: three, month, date }, today) }, short];
}

interface DateParts {
  year?: string | undefined;
  month: number;
  date: number;
}

function checked({ year, month, date }: DateParts, today: string): TypedDay["day"] {
  const rest = `${String(month).padStart(2, "0")}-${String(date).padStart(2, "0")}`;
  if (year !== undefined) {
    const day = `${year}-${rest}`;
    if (!isDate(day)) return "no_such_day";
    return day > today ? "upcoming" : day < dayMin ? "too_early" : day;
  }
  // 29 February comes every fourth year, around 2100 every eighth.
  for (let candidate = Number(today.slice(0, 4)); candidate >= Number(today.slice(0, 4)) - 8; candidate -= 1) {
    const day = `${candidate}-${rest}`;
    if (isDate(day) && day <= today) return day >= dayMin ? day : "too_early";
  }
  return "no_such_day";
}

function daysBefore(today: string, count: number): string {
  return fromDayNumber(toDayNumber(today) - count);
}
