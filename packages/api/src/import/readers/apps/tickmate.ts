import { isDay } from "@daymark/domain/base/day";
import type { SqliteFile } from "../../sqlite/sqlite-file.ts";
import type { SqliteCell } from "../../sqlite/sqlite-messages.ts";
import type { ImportContent } from "../content.ts";
import type { LoopDay } from "../loop/loop-days.ts";
import { spreadHue, titleOf } from "../loop/loop-row.ts";
import { listRows, readHabits, readNames, type SqliteHabit, textOf } from "../loop/sqlite-habits.ts";
import type { Report } from "../report.ts";

export function isTickmate({ tables }: SqliteFile): boolean {
  return tables.has("tracks") && (tables.get("ticks")?.includes("_track_id") ?? false);
}

type Track = SqliteHabit & { isCounted: boolean };

/**
 * Reads the database of Tickmate. Its months count from 0 (TickmateDBImporter.kt of iSoron/uhabits). A track that
 * allows several ticks a day becomes a habit that counts repetitions.
 *
 * @throws SqliteError; the reason of the signal
 */
export async function readTickmate(
  file: SqliteFile,
  { report, today }: { report: Report; today: string },
): Promise<ImportContent> {
  const groups = await readGroups(file);
  const tracks: Track[] = [];
  const columns = ["_id", "name", "description", "enabled", "multiple_entries_per_day"];
  for await (const [id = null, name, description, enabled, multiple] of listRows(file, "tracks", columns, [
    "order",
    "_id",
  ])) {
    const isCounted = multiple === 1;
    const texts: Record<string, string> = {
      Name: textOf(name).trim(),
      Description: textOf(description).trim(),
      Type: isCounted ? "NUMERICAL" : "YES_NO",
      "Archived?": enabled === 0 ? "true" : "false",
    };
    const group = groups.get(id);
    tracks.push({
      ...{ id, isCounted, row: `tracks:${id}`, hue: spreadHue(tracks.length) },
      cell: (...names) => names.map((key) => texts[key]).find(Boolean) ?? "",
      ...(group !== undefined && { group }),
    });
  }
  const habits = await readHabits(file, {
    habits: tracks,
    table: "ticks",
    columns: ["_track_id", "year", "month", "day", "_id"],
    collect: (track) => collectTicks(track, report),
    ...{ report, today },
  });
  return { habits, notes: [], vacations: [] };
}

/** The ticks of each day: a yes, or their number in thousandths, as Loop stores amounts. */
function collectTicks(track: Track, report: Report) {
  const days = new Map<string, LoopDay>();
  return {
    add([, year, month, dayOfMonth, id]: readonly (SqliteCell | undefined)[]): void {
      const row = `ticks:${id}`;
      const day = `${year}-${twoDigits(Number(month) + 1)}-${twoDigits(Number(dayOfMonth))}`;
      const earlier = days.get(day);
      if (earlier) earlier.raw += track.isCounted ? 1000 : 0;
      else if (isDay(day)) days.set(day, { row, day, raw: track.isCounted ? 1000 : 2, note: null });
      else report.refuse({ row, habit: titleOf(track).text }, "day_unreadable", { text: day.slice(0, 40) });
    },
    days: () => [...days.values()],
  };
}

function twoDigits(number: number): string {
  return String(number).padStart(2, "0");
}

/** The group of each track, the first one that a track is in. */
async function readGroups(file: SqliteFile): Promise<Map<SqliteCell, string>> {
  const groups = new Map<SqliteCell, string>();
  const names = await readNames(file, "groups", ["_id", "name"]);
  if (names.size === 0 || !file.tables.has("track2groups")) return groups;
  for await (const [track = null, group = null] of listRows(
    file,
    "track2groups",
    ["_track_id", "_group_id"],
    ["_id"],
  )) {
    const name = names.get(group);
    if (name && !groups.has(track)) groups.set(track, name);
  }
  return groups;
}
