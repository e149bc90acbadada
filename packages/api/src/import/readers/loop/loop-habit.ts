import { setImmediate as otherWork } from "node:timers/promises";
import { descriptionLengthMax, groupNameLengthMax } from "@daymark/domain/base/bounds";
import { dayMin, fromDayNumber, toDayNumber } from "@daymark/domain/base/day";
import { fieldErrors } from "@daymark/domain/base/validation";
import { weekDays } from "@daymark/domain/base/week";
import { WindowCover } from "@daymark/domain/rules/windows";
import { windowOf } from "@daymark/domain/schedule/schedule";
import { habitCreateInput } from "@daymark/domain/tracking/habit";
import { windowDaysMax } from "@daymark/domain/tracking/schedule-bounds";
import type * as z from "zod/mini";
import { createPace } from "../../../base/pace.ts";
import { type ImportDay, ImportDays, type ImportHabit } from "../content.ts";
import type { Report } from "../report.ts";
import type { LoopDays } from "./loop-days.ts";
import { cut, frequencyOf, type LoopHabitRow, type LoopKind, periodOfTarget, titleOf } from "./loop-row.ts";
import { readAmounts } from "./loop-unit.ts";

type HabitContent = z.infer<typeof habitCreateInput>;

interface Told {
  where: { row: string; habit: string };
  report: Report;
}

/** Days that are packed in one turn of the event loop, in a millisecond or two. */
const daysAtOnce = 1000;

/**
 * The habit that a habit of Loop becomes, with its days (docs/decisions/0022). Other apps' habits are converted to
 * Loop's first. Each habit takes a turn of the event loop, because a file may have thousands of them.
 *
 * @param told.today `YYYY-MM-DD`, the caller's: the day a habit without days begins
 * @returns null if the habit is refused; the report says why
 */
export async function toImportHabit(
  line: LoopHabitRow,
  days: LoopDays,
  { report, today }: { report: Report; today: string },
): Promise<ImportHabit | null> {
  await otherWork();
  const { row, cell } = line;
  const title = titleOf(line);
  const where = { row, habit: title.text };
  const kind = kindOf(line, days);
  const amounts = readAmounts(line, days, kind, { where, report });
  const description = cut(
    [cell("Question"), cell("Description"), amounts.unknownUnit].filter(Boolean).join("\n"),
    descriptionLengthMax,
  );
  const group = line.group ? cut(line.group, groupNameLengthMax) : null;
  if (title.isCut || description.isCut || group?.isCut) report.remark(where, "text_cut");
  const given = {
    title: title.text,
    description: description.text,
    type: kind === "at_most" ? "bad" : "good",
    unit: amounts.unit,
    unit_label: amounts.unitLabel,
    target: amounts.target,
    hue: line.hue ?? hueOf(cell("Color")),
    schedule: scheduleOf(line, kind, { where, report }),
    ...(line.weekdays && { weekdays: line.weekdays }),
    ...(group && { group_name: group.text }),
  };
  const { data: content, error } = habitCreateInput.safeParse(given);
  if (!content) {
    report.refuseInvalid(where, fieldErrors(error.issues, given));
    return null;
  }
  const own = new ImportDays();
  const pace = createPace(daysAtOnce);
  for (const day of amounts.days) {
    own.add(day);
    if (pace.isDue(own.length)) await pace.giveWay(own.length);
  }
  const createdOn = [
    today,
    line.startsOn ?? today,
    ...days.flatMap(({ day, raw }) => (raw === -1 ? [] : [day])),
    ...firstCovered(content, amounts.days, today),
  ].reduce((a, b) => (b < a ? b : a));
  const { target, ...members } = content;
  return {
    ...members,
    row,
    archived: cell("Archived?") === "true",
    created_on: createdOn,
    created_at: null,
    targets: [{ from: createdOn, target }],
    days: own,
    reminders: line.reminders ?? [],
  };
}

/** The archive has no type before 2025: then a value that is no code of a yes or no is an amount. */
function kindOf({ cell }: LoopHabitRow, days: LoopDays): LoopKind {
  const type = cell("Type");
  const isAmount = type === "" ? days.some(({ raw }) => raw > 3) : type === "NUMERICAL";
  if (!isAmount) return "yes_no";
  return cell("Target Type") === "AT_MOST" ? "at_most" : "at_least";
}

/** A bad habit has none, and weekdays replace it. Loop's amounts are goals of a whole period instead. */
function hasSchedule({ weekdays, isTargetOfDay }: LoopHabitRow, kind: LoopKind): boolean {
  return !weekdays && (kind === "yes_no" || (kind === "at_least" && isTargetOfDay === true));
}

/** The schedule that an app's rhythm is, or the nearest one. */
function scheduleOf(line: LoopHabitRow, kind: LoopKind, told: Told): ImportHabit["schedule"] {
  const period = periodOfTarget(line, kind);
  if (period !== null) return { target_per: period };
  if (line.schedule && kind !== "at_most") return line.schedule;
  return hasSchedule(line, kind) ? scheduleOfFrequency(line, told) : null;
}

/** A number of times in any row of days, as Loop counts it; null for every day. Of very many days, the nearest number. */
function scheduleOfFrequency(given: LoopHabitRow, { where, report }: Told): ImportHabit["schedule"] {
  const { times, days } = frequencyOf(given);
  if (times >= days) return null;
  if (days === weekDays && !given.isAnyWeek) return { times_per_week: times };
  if (days <= windowDaysMax) return { times_in_days: { times, days } };
  const nearest = { times: Math.max(1, Math.floor((times * windowDaysMax) / days)), days: windowDaysMax };
  report.remark(where, "schedule_nearest", { times, days, nearest: nearest.times, of: windowDaysMax });
  return { times_in_days: nearest };
}

/** Loop's streaks contain the days that a window covers before the first day done. */
function firstCovered({ schedule, unit, target }: HabitContent, days: readonly ImportDay[], today: string): string[] {
  const goal = windowOf({ schedule });
  if (!goal) return [];
  const entries = days.map((day) => ({ ...day, day: toDayNumber(day.day) })).sort((a, b) => a.day - b.day);
  const cover = new WindowCover(goal, { unit, targets: [{ from: 0, target }] }, entries, toDayNumber(today));
  const first = cover.firstCovered();
  return first === null || first < toDayNumber(dayMin) ? [] : [fromDayNumber(first)];
}

/** The hue in degrees 0..359 of a colour `#RRGGBB`; 0 for grey. */
function hueOf(color: string): number {
  const digits = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(color)?.slice(1) ?? [];
  const [red = 0, green = 0, blue = 0] = digits.map((pair) => Number.parseInt(pair, 16));
  const most = Math.max(red, green, blue);
  const range = most - Math.min(red, green, blue);
  if (range === 0) return 0;
  const sixth =
    most === red ? (green - blue) / range : most === green ? 2 + (blue - red) / range : 4 + (red - green) / range;
  return Math.round(sixth * 60 + 360) % 360;
}
