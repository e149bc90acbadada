import { formFor } from "@daymark/domain/text/word-forms";
import { habitsOfName } from "@daymark/domain/tracking/find-habit";
import type { Client, Schemas } from "../api/client.ts";
import { CommandError } from "./command.ts";

export type Habit = Schemas["Habit"];
export type Entry = Schemas["Entry"];

/**
 * The active habit that a name means: its short name with or without `@`, its id, its title, or a part of one title.
 *
 * @throws CommandError if none or several fit; DaymarkError
 */
export async function findHabit(client: Client, name: string): Promise<Habit> {
  const { results } = await client.get("/api/habits/");
  const found = habitsOfName(results, name);
  const [habit] = found;
  if (!habit) throw new CommandError(`No active habit matches “${name}”.`);
  if (found.length === 1) return habit;
  const options = found.map(({ title, short_name }) => (short_name === null ? title : `${title} (@${short_name})`));
  throw new CommandError(`“${name}” matches several habits: ${options.join(", ")}.`);
}

/** An amount in words, such as `5 kilometers`, or `20 pages` with the habit's own word for repetitions. */
export function amountText(value: number, unit: Entry["unit"], label: Habit["unit_label"]): string {
  if (label !== null && unit === "repetitions") return `${value} ${formFor(label, value)}`;
  const singular = unit === "feet" ? "foot" : unit.replace(/s$/, "");
  return `${value} ${(value === 1 ? singular : unit).replace("_", " ")}`;
}

/** Columns of text, two spaces apart. The last one keeps its width. */
export function columns(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, index) => Math.max(...rows.map((row) => widthOf(row[index] ?? ""))));
  const pad = (text: string, index: number) => text + " ".repeat((widths[index] ?? 0) - widthOf(text));
  return rows.map((row) => row.map(pad).join("  ").trimEnd()).join("\n");
}

/** Characters as a reader counts them. */
function widthOf(text: string): number {
  return [...new Intl.Segmenter().segment(text)].length;
}
