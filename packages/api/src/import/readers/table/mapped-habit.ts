import { entryNoteLengthMax } from "@daymark/domain/base/bounds";
import { type Unit, unitFactor, unitKind } from "@daymark/domain/base/unit";
import { type DecimalSign, readValueCell } from "@daymark/domain/csv-import/value-cell";
import { formsOf } from "@daymark/domain/text/word-forms";
import type { HabitType } from "@daymark/domain/tracking/habit";
import type { LoopDay } from "../loop/loop-days.ts";
import { cut } from "../loop/loop-row.ts";
import { unitNamed } from "../loop/loop-unit.ts";
import type { Report } from "../report.ts";
import { CountedWord } from "./counted-word.ts";

interface MappedContent {
  type: HabitType;
  unit: Unit;
  /** The user's own word for repetitions; null to take the word of the table. */
  unit_label: string | null;
  target: number;
}

/** A day of a habit as the table has it. */
interface GivenCell {
  row: string;
  /** `YYYY-MM-DD` */
  day: string;
  /** Null if the table has no values: then the day is done. */
  value: string | null;
  note: string;
}

/** A day without an amount, and a skipped one, in the codes of `LoopDay`. */
const unknown = -1;
const skipped = 3;

/** A habit of a mapped table, with the days that were read so far. */
export class MappedHabit {
  readonly row: string;
  readonly title: string;
  readonly content: MappedContent;
  readonly days = new Map<string, LoopDay>();
  readonly #report: Report;
  /** In our length, for the report. */
  readonly #name: string;
  /** The forms that the mapping gives; null if it gives none. */
  readonly #mappedForms: string[] | null;
  /** The word that stands behind the amounts, if it is no unit of ours and the mapping gives none. */
  readonly #word = new CountedWord();

  constructor({ row, title, content }: { row: string; title: string; content: MappedContent }, report: Report) {
    this.row = row;
    this.title = title;
    this.content = content;
    this.#report = report;
    this.#name = cut(title, 80).text;
    this.#mappedForms = content.unit_label === null ? null : formsOf(content.unit_label);
  }

  /** Adds a day. An unreadable or repeated one is reported and left out. */
  add({ row, day, value, note: text }: GivenCell, rules: { decimal: DecimalSign; same_day: "first" | "sum" }): void {
    const where = { row, habit: this.#name };
    const raw = value === null ? this.#done : this.#read(value, rules.decimal);
    if (raw === null) {
      this.#report.refuse(where, "value_unreadable", { text: (value ?? "").trim().slice(0, 40) });
      return;
    }
    const note = cut(text, entryNoteLengthMax);
    if (raw === unknown && !note.text) return;
    if (note.isCut) this.#report.remark(where, "text_cut");
    const earlier = this.days.get(day);
    if (!earlier) this.days.set(day, { row, day, raw, note: note.text || null });
    else if (rules.same_day === "sum") Object.assign(earlier, sumOf(earlier, { raw, note: note.text || null }));
    else this.#report.refuse(where, "day_repeated");
  }

  /** The forms of the mapping's or the table's own word for repetitions; empty if there is none. */
  get wordForms(): string[] {
    return this.#mappedForms ?? this.#word.forms;
  }

  /** A day that is marked as done meets the goal; of a bad habit it is one occurrence. */
  get #done(): number {
    return this.content.type === "bad" ? 1000 : this.content.target * 1000;
  }

  /** The code of `LoopDay`: thousandths, or one for a day without an amount. Null if the cell is unreadable. */
  #read(text: string, decimal: DecimalSign): number | null {
    const cell = readValueCell(text, decimal);
    if (cell === null) return null;
    if (cell === "empty") return unknown;
    if (cell === "done") return this.#done;
    if (cell === "not_done") return 0;
    if (cell === "skipped") return skipped;
    const { unit } = this.content;
    const named =
      cell.unit === "" ? unit : (this.#mappedUnit(cell.unit) ?? unitNamed(cell.unit) ?? this.#takeWord(cell));
    if (!named || unitKind(named) !== unitKind(unit)) return null;
    return toRaw(cell.amount * unitFactor(named, unit));
  }

  /** The mapping's word in each of its forms, which means repetitions even if it also names a unit, as "cup" does. */
  #mappedUnit(text: string): Unit | undefined {
    const isMapped = this.#mappedForms?.some((form) => form.toLowerCase() === text.toLowerCase());
    return isMapped ? "repetitions" : undefined;
  }

  /** Without a word of the mapping, repetitions may have one of the table's own, in each of its forms. */
  #takeWord(cell: { unit: string; amount: number }): Unit | undefined {
    if (this.content.unit !== "repetitions" || this.#mappedForms) return undefined;
    return this.#word.take(cell.unit, cell.amount) ? "repetitions" : undefined;
  }
}

/** An amount in thousandths. Exactly three of them would be the code of a skipped day. */
function toRaw(amount: number): number {
  const thousandths = amount * 1000;
  return thousandths === skipped ? skipped + 1e-9 : thousandths;
}

type DayContent = Pick<LoopDay, "raw" | "note">;

/** Amounts add up; an amount outweighs a skipped day and one without an amount. The first note stays. */
function sumOf(earlier: DayContent, later: DayContent): DayContent {
  const amounts = [earlier.raw, later.raw].filter((raw) => raw !== unknown && raw !== skipped);
  const sum = amounts.reduce((total, raw) => total + raw / 1000, 0);
  return {
    raw: amounts.length > 0 ? toRaw(sum) : Math.max(earlier.raw, later.raw),
    note: earlier.note ?? later.note,
  };
}
