import type { PastScheduleRow } from "@daymark/db/schema/habit";
import { dayMax, dayMin, toDayNumber } from "@daymark/domain/base/day";
import type { Unit } from "@daymark/domain/base/unit";
import type { HabitContent } from "@daymark/domain/tracking/habit";

/** The content of a file in any format: all of it valid, none of it compared with the user's data. */
export interface ImportContent {
  /** In the order of the imported habits. */
  habits: ImportHabit[];
  /** Oldest first. */
  notes: ImportNote[];
  vacations: ImportVacation[];
}

export interface ImportHabit extends Omit<HabitContent, "target"> {
  /** Its position in the file. */
  row: string;
  archived: boolean;
  created_on: string;
  /** Null if the file does not state it; then the import uses the present time. */
  created_at: string | null;
  /** Ascending, at least one. */
  targets: { from: string; target: number }[];
  /** Ascending; absent if the file's format has none. */
  past_schedules?: PastScheduleRow[];
  days: ImportDays;
  /** Absent if the file's format has none. */
  log?: ImportLog;
  reminders: ImportReminder[];
}

export interface ImportReminder {
  row: string;
  /** Minutes after midnight, 0..1439; each once a habit. */
  minute: number;
  weekdays: number[];
  by_push: boolean;
  by_mail: boolean;
  /** Null if the file does not state it; then the import uses the present time. */
  created_at: string | null;
}

export interface ImportDay {
  day: string;
  value: number | null;
  unit: Unit;
  skipped: boolean;
  note: string | null;
  confirmed: boolean;
  /** The file's id of the vacation that skipped the day. */
  vacation_id: number | null;
}

/** Days of a page, which one statement inserts. */
const daysOfPageMax = 1000;

/** The distinct days of a habit, packed: a million of them as objects would take most of the process' memory. */
export class ImportDays {
  /** Each is the JSON of {@link daysOfPageMax} days. */
  readonly #pages: Buffer[] = [];
  #open: PackedDay[] = [];
  /** One bit for each day from `dayMin` to `dayMax`. */
  readonly #seen = new Uint8Array(Math.ceil((toDayNumber(dayMax) - toDayNumber(dayMin) + 1) / 8));
  #length = 0;

  get length(): number {
    return this.#length;
  }

  has(day: string): boolean {
    const { byte, bit } = placeOf(day);
    return ((this.#seen[byte] ?? 0) & bit) !== 0;
  }

  /** @param given a day that {@link has} does not know yet */
  add({ day, value, unit, skipped, note, confirmed, vacation_id }: ImportDay): void {
    const { byte, bit } = placeOf(day);
    this.#seen[byte] = (this.#seen[byte] ?? 0) | bit;
    this.#length += 1;
    this.#open.push([day, value, unit, skipped, note, confirmed, vacation_id]);
    if (this.#open.length < daysOfPageMax) return;
    this.#pages.push(Buffer.from(JSON.stringify(this.#open)));
    this.#open = [];
  }

  *pages(): Generator<ImportDay[], void> {
    for (const page of this.#pages) yield (JSON.parse(page.toString()) as PackedDay[]).map(unpackDay);
    if (this.#open.length > 0) yield this.#open.map(unpackDay);
  }
}

/** An entry of the log of a day. */
export interface ImportLogItem {
  /** Null if the time is not known. */
  at: string | null;
  value: number;
  unit: Unit;
}

/** The log of a habit. All logs of a file together have `logItemsOfUserMax` items at most. */
export class ImportLog {
  readonly #byDay = new Map<string, ImportLogItem[]>();
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** The items of a day, in the order of the file. */
  itemsOf(day: string): readonly ImportLogItem[] {
    return this.#byDay.get(day) ?? [];
  }

  add(day: string, item: ImportLogItem): void {
    this.#length += 1;
    const items = this.#byDay.get(day);
    if (items) items.push(item);
    else this.#byDay.set(day, [item]);
  }
}

type PackedDay = [
  day: string,
  value: number | null,
  unit: Unit,
  skipped: boolean,
  note: string | null,
  confirmed: boolean,
  vacationId: number | null,
];

function unpackDay([day, value, unit, skipped, note, confirmed, vacation_id]: PackedDay): ImportDay {
  return { day, value, unit, skipped, note, confirmed, vacation_id };
}

function placeOf(day: string): { byte: number; bit: number } {
  const number = toDayNumber(day) - toDayNumber(dayMin);
  return { byte: number >> 3, bit: 1 << (number & 7) };
}

export interface ImportNote {
  row: string;
  text: string;
  pinned: boolean;
  created_at: string;
  updated_at: string;
}

export interface ImportVacation {
  row: string;
  /** Its id in the file. */
  id: number;
  from: string;
  to: string;
  created_at: string;
}
