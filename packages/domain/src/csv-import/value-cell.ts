/** The characters before the decimals of a number. */
export const decimalSigns = ["point", "comma"] as const;
export type DecimalSign = (typeof decimalSigns)[number];

/** What a cell of a table says about a day. */
export type ValueCell =
  | "empty"
  | "done"
  | "not_done"
  | "skipped"
  /** `unit` is the text after the number, or "seconds" for a duration such as 1:30; empty if there is none. */
  | { amount: number; unit: string };

const lengthMax = 40;

/** What apps and people write, in both languages, in lower case. */
const words: Record<"done" | "not_done" | "skipped", string> = {
  done: "true yes y x v on ok done complete completed checked check success achieved ✓ ✔ ☑ ✅ + так т є готово виконано зроблено",
  not_done:
    "false no n off - – — . fail failed missed miss incomplete unchecked not_done not_completed ✗ ✘ ✕ ☐ ❌ ✖ ні н пропустив не_виконано не_зроблено",
  skipped: "skip skipped s rest vacation n/a na пропуск пропущено відпустка ➖",
};
const meanings = new Map(
  (["done", "not_done", "skipped"] as const).flatMap((meaning) =>
    words[meaning].split(" ").map((word) => [word.replaceAll("_", " "), meaning] as const),
  ),
);

/** Digits, with the other separator or spaces between groups of three; then decimals, and perhaps a unit. */
const number = {
  point: /^\+?(\d{1,9}|\d{1,3}(?:[,\s'’]\d{3}){1,2})(?:\.(\d{1,9}))?(?:\s?([\p{L}%][\p{L}\s.]{0,20}))?$/u,
  comma: /^\+?(\d{1,9}|\d{1,3}(?:[.\s'’]\d{3}){1,2})(?:,(\d{1,9}))?(?:\s?([\p{L}%][\p{L}\s.]{0,20}))?$/u,
};

/** Hours and minutes, perhaps with seconds, as spreadsheets and time trackers write a duration. */
const duration = /^(\d{1,4}):([0-5]\d)(?::([0-5]\d))?$/;

/** The seconds of a duration, such as 1:30 or 01:30:00 for an hour and a half. Null for any other text. */
export function readDuration(text: string): number | null {
  const [, hours, minutes, seconds = "0"] = duration.exec(text.trim()) ?? [];
  if (hours === undefined) return null;
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}

/**
 * Reads a cell: an amount from 0 on, a duration, or one of the words and signs for done, not done and skipped.
 *
 * @returns null for anything else, also for numbers below 0
 */
export function readValueCell(text: string, decimal: DecimalSign): ValueCell | null {
  if (text.length > lengthMax) return text.trim() === "" ? "empty" : null;
  const trimmed = text.replaceAll("\ufe0f", "").trim();
  if (trimmed === "") return "empty";
  const word = trimmed.toLowerCase().replaceAll("_", " ");
  // Streaks writes how a day came about: `completed_manually`, `missed_auto`.
  const meaning = meanings.get(word) ?? (trimmed.includes("_") ? meanings.get(word.split(" ", 1)[0] ?? "") : undefined);
  if (meaning) return meaning;
  const seconds = readDuration(trimmed);
  if (seconds !== null) return { amount: seconds, unit: "seconds" };
  const [, whole, decimals = "0", unit = ""] = number[decimal].exec(trimmed) ?? [];
  if (whole === undefined) return null;
  return { amount: Number(`${whole.replaceAll(/\D/g, "")}.${decimals}`), unit: unit.trim() };
}
