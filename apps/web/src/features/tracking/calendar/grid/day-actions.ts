import { fromDayNumber, toDayNumber } from "@daymark/domain/base/day";
import type { Habit } from "@daymark/domain/tracking/habit";
import type { AppBrowser } from "../../../../lib/app.ts";
import type { HabitDay } from "../../day-writes/entry-editor.ts";
import type { Recorder } from "../../day-writes/recorder.ts";
import { atGoal, sameAs, stepped, withConfirmation, withSkip } from "../../progress/day-changes.ts";
import type { DayState } from "../../progress/day-state.ts";
import { toggleTimer } from "../../timer/start-timer.ts";
import type { EditCommand } from "./keyboard.ts";

export interface EditParts {
  /** The habit at the cursor. */
  habit: Habit;
  /** The selected days, or the one day at the cursor. */
  days: readonly HabitDay[];
  today: string;
  recorder: Recorder;
  browser: AppBrowser;
  /** Changes each day to the state that `make` returns, as one edit; skips days for which it returns null. */
  change: (days: readonly HabitDay[], make: (habit: Habit, day: string, now: DayState) => DayState | null) => void;
}

/**
 * Runs the edit of a single key on the selected days. If some days already have the value and some do not, all get it.
 */
export async function runEdit(command: EditCommand, parts: EditParts): Promise<void> {
  const { habit, days, today, recorder, browser, change } = parts;
  const now = days.map((each) => recorder.read(each.habit, each.day));
  if (command.kind === "goal") change(days, atGoal);
  if (command.kind === "step") change(days, (own, _day, state) => stepped(own, state, command.by));
  if (command.kind === "skip") {
    const isSkipped = now.every(({ skipped }) => skipped);
    change(days, (_habit, _day, state) => withSkip(state, !isSkipped));
  }
  if (command.kind === "confirm") {
    const isConfirmed = now.every(({ confirmed }) => confirmed);
    change(days, (own, day, state) => withConfirmation(own, { day, today }, state, !isConfirmed));
  }
  if (command.kind === "timer") toggleTimer(browser, habit);
  if (command.kind === "copy") await (command.isForAll ? recorder.copyYesterday(today) : copy(parts));
}

/** Copies the day before each habit's first selected day to all its selected days. */
async function copy({ days, recorder, change }: EditParts): Promise<void> {
  const sources = new Map<number, HabitDay>();
  for (const { habit, day } of days) {
    const before = fromDayNumber(toDayNumber(day) - 1);
    const source = sources.get(habit.id);
    if (!source || before < source.day) sources.set(habit.id, { habit, day: before });
  }
  await Promise.all([...sources.values()].map(({ habit, day }) => recorder.load(habit, day)));
  const held = new Map([...sources].map(([id, { habit, day }]) => [id, recorder.read(habit, day)]));
  change(days, (habit, _day, state) => sameAs(state, held.get(habit.id) ?? state));
}
