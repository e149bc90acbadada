import { createTestApi } from "../../../testing.ts";
import { importFile, makeZip, type Packing } from "../../testing.ts";

/** The columns of Habits.csv. */
export const head =
  "Position,Name,Type,Question,Description,FrequencyNumerator,FrequencyDenominator,Color,Unit,Target Type,Target Value,Archived?";

/** The archive as Loop writes it since 2025: a line of Habits.csv for each habit, and its Checkmarks.csv. */
export function archive(habits: [line: string, days?: string][], packing?: Packing) {
  const place = (index: number) => String(index + 1).padStart(3, "0");
  return makeZip([
    ["Habits.csv", `${head}\n${habits.map(([line], index) => `${place(index)},${line}\n`).join("")}`, packing],
    ...habits.flatMap(([line, days], index) => {
      if (days === undefined) return [];
      const folder = `${place(index)} ${line.split(",")[0]?.replaceAll(/[^ a-zA-Z0-9._-]+/g, "")}`.trim();
      return [
        [`${folder}/Scores.csv`, "Date,Score\n2026-11-20,0.0519\n"] as const,
        [`${folder}/Checkmarks.csv`, `Date,Value,Notes\n${days}`] as const,
      ];
    }),
    ["Scores.csv", "Date,\n"],
    ["Checkmarks.csv", "Date,\n"],
  ]);
}

/** A day of a yes-or-no habit on which nothing is recorded. */
export const blank = { unit: "repetitions", value: null, skipped: false, note: null, confirmed: false };

/**
 * An API for tests. Its `imported` imports an archive for a new user, and returns the report with the habits and days that
 * the user then has.
 */
export async function createLoopApi() {
  const api = await createTestApi({ max: 10 });

  async function imported(file: Uint8Array, plan: "free" | "paid" = "paid") {
    const { caller } = await api.createUser({ plan });
    const report = await importFile(caller, file, { format: "loop" });
    const lists = [await caller.habit.list({}), await caller.habit.list({ archived: true })];
    const habits = lists.flatMap(({ results }) => results);
    const days = await Promise.all(
      habits.map(async ({ id }) => {
        const { results } = await caller.progress.listOfHabit({ id, from: "2026-01-01", to: "2026-12-31" });
        return results.map(({ habit_id: _, ...entry }) => entry);
      }),
    );
    const told = (rows: { row: string; code: string }[]) => rows.map(({ row, code }) => `${row} ${code}`);
    return { report, habits, days, caller, refused: told(report.refused), remarks: told(report.remarks) };
  }

  return { ...api, imported };
}
