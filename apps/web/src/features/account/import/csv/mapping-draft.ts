import { titleLengthMax } from "@daymark/domain/base/bounds";
import type { Unit } from "@daymark/domain/base/unit";
import { type FieldErrors, fieldErrors } from "@daymark/domain/base/validation";
import { type CsvMapping, csvMappingSchema } from "@daymark/domain/csv-import/csv-mapping";
import type { DayOrder } from "@daymark/domain/csv-import/day-cell";
import type { DecimalSign } from "@daymark/domain/csv-import/value-cell";
import type { HabitType } from "@daymark/domain/tracking/habit";

/** What a column or all rows become; the target is as typed. */
export interface DraftContent {
  type: HabitType;
  unit: Unit;
  /** The user's own word for repetitions; null for none. */
  unit_label: string | null;
  target: string;
}

export interface DraftHabit extends DraftContent {
  /** 1 for the first. */
  column: number;
  isChosen: boolean;
  title: string;
  note_column: number | null;
}

/** A mapping while the user edits it. Null: not chosen yet. */
export interface MappingDraft {
  layout: CsvMapping["layout"];
  decimal: DecimalSign;
  has_header: boolean;
  day_column: number | null;
  day_order: DayOrder | null;
  habit_column: number | null;
  value_column: number | null;
  note_column: number | null;
  same_day: "first" | "sum";
  /** Of all habits, if each row names its habit. */
  content: DraftContent;
  /** All columns but the one with the days, if each column is a habit. */
  habits: DraftHabit[];
}

export const contentAtFirst: DraftContent = { type: "good", unit: "repetitions", unit_label: null, target: "1" };

/** The habits that a draft names: the chosen columns, without the one of the days. */
export function chosenHabits({ habits, day_column }: MappingDraft): DraftHabit[] {
  return habits.filter(({ isChosen, column }) => isChosen && column !== day_column);
}

/** The mapping of a draft, or its faults by the names that the server uses too, such as `mapping.habits[0].title`. */
export function toMapping(
  draft: MappingDraft,
  separator: CsvMapping["separator"],
): { mapping: CsvMapping } | { faults: FieldErrors } {
  const { layout, decimal, has_header } = draft;
  const cells = {
    separator,
    decimal,
    has_header,
    day_column: draft.day_column ?? undefined,
    day_order: draft.day_order ?? undefined,
  };
  const given =
    layout === "rows"
      ? {
          ...{ layout, ...cells, ...toContent(draft.content) },
          ...{ habit_column: draft.habit_column ?? undefined, value_column: draft.value_column },
          ...{ note_column: draft.note_column, same_day: draft.same_day },
        }
      : {
          ...{ layout, ...cells },
          habits: chosenHabits(draft).map(({ column, title, note_column, ...content }) => ({
            column,
            title,
            note_column,
            ...toContent(content),
          })),
        };
  const { data, error } = csvMappingSchema.safeParse(given);
  const issues = (error?.issues ?? []).map((issue) => ({ ...issue, path: ["mapping", ...issue.path] }));
  const faults = fieldErrors(issues, { mapping: given });
  // The schema has a default for it, but a user whose dates may be read in two ways has to choose.
  if (draft.day_column !== null && draft.day_order === null) faults["mapping.day_order"] = [{ code: "required" }];
  return data && Object.keys(faults).length === 0 ? { mapping: data } : { faults };
}

/** A target that is no number stays as it is, for the schema to refuse. */
function toContent({ type, unit, unit_label, target }: DraftContent) {
  const typed = target.trim();
  return { type, unit, unit_label, target: /^\d{1,9}$/.test(typed) ? Number(typed) : typed || null };
}

/** The name of a column as a title. */
export function toTitle(name: string): string {
  return [...name.trim()].slice(0, titleLengthMax).join("");
}
