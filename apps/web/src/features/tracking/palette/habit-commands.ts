import { fromDayNumber, toDayNumber } from "@daymark/domain/base/day";
import { quickSteps } from "@daymark/domain/base/unit";
import type { Habit } from "@daymark/domain/tracking/habit";
import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import ChartNoAxesColumn from "lucide-react/icons/chart-no-axes-column";
import CircleCheck from "lucide-react/icons/circle-check";
import Copy from "lucide-react/icons/copy";
import Pencil from "lucide-react/icons/pencil";
import Plus from "lucide-react/icons/plus";
import SkipForward from "lucide-react/icons/skip-forward";
import SquarePen from "lucide-react/icons/square-pen";
import Target from "lucide-react/icons/target";
import Timer from "lucide-react/icons/timer";
import Undo2 from "lucide-react/icons/undo-2";
import { createFormat } from "../../../lib/language/format.ts";
import { amountText } from "../habit/form/unit-words.ts";
import { isToggle, resultAmong, rulesOf } from "../habit/rules.ts";
import { atGoal, canConfirm, sameAs, withAdded, withConfirmation, withSkip } from "../progress/day-changes.ts";
import { type DayState, entryOf, hasAmount } from "../progress/day-state.ts";
import { dayName, stateName } from "../progress/recorded-words.ts";
import { isTimeUnit } from "../timer/elapsed.ts";
import { type Command, named, type Words } from "./commands.ts";
import type { QuickEntry } from "./quick-entry.ts";

/** What the commands of a habit need. */
export interface HabitCommandParts {
  words: Words;
  today: string;
  /** The state of a day, as far as it is loaded. */
  read: (habit: Habit, day: string) => DayState;
  /** Changes a day to the state that `make` returns, once the states of this day and of the day before are loaded. */
  change: (habit: Habit, day: string, make: (now: DayState, before: DayState) => DayState | null) => unknown;
  open: (habit: Habit) => void;
  toggleTimer: (habit: Habit) => void;
  isTimed: (habit: Habit) => boolean;
  show: (kind: "statistics" | "edit", habit: Habit) => void;
}

/** The commands of a habit, the most frequent first. */
export function habitCommands(parts: HabitCommandParts, habit: Habit): Command[] {
  const { words, today } = parts;
  const { title, hue } = habit;
  const change = (make: Parameters<typeof parts.change>[2]) => parts.change(habit, today, make);
  const now = parts.read(habit, today);
  const before = parts.read(habit, fromDayNumber(toDayNumber(today) - 1));
  const isOpen = isOpenToday(parts, habit);
  const amount = (value: number) => amountText(words.i18n, habit, value);
  const detail = hasAmount(now) ? stateName(words.i18n, habit, now) : undefined;
  const of = (id: string) => ({ id: `habit ${habit.id} ${id}`, hue });
  const add = (step: number): Command => ({
    ...of(`add ${step}`),
    ...named(words, msg`${title}: add ${{ amount: amount(step) }}`, `+${step}`),
    icon: Plus,
    detail,
    run: () => change((state) => withAdded(habit, state, step)),
  });
  const skipped = now.skipped;
  const all: (Command | false)[] = [
    isToggle(habit) && {
      ...of("toggle"),
      ...named(words, now.value === null ? msg`${title}: done today` : msg`${title}: not done today`, "+1"),
      icon: now.value === null ? CircleCheck : Undo2,
      detail,
      run: () => change((state) => ({ ...state, value: state.value === null ? 1 : null, skipped: false })),
    },
    ...(isToggle(habit) ? [] : [...new Set([quickSteps(habit.unit)[0], 1])].map(add)),
    habit.type === "good" &&
      !habit.schedule?.target_per &&
      !isToggle(habit) && {
        ...of("goal"),
        ...named(words, msg`${title}: goal today, ${{ amount: amount(habit.target) }}`),
        icon: Target,
        run: () => change((state) => atGoal(habit, today, state)),
      },
    canConfirm(habit, { day: today, today }, now) && {
      ...of("confirm"),
      ...named(words, now.confirmed ? msg`${title}: undo the confirmation` : msg`${title}: nothing today`),
      icon: CircleCheck,
      run: () => change((state) => withConfirmation(habit, { day: today, today }, state, !state.confirmed)),
    },
    {
      ...of("open"),
      ...named(words, msg`${title}: open today`),
      icon: SquarePen,
      detail,
      opensMore: true,
      run: () => parts.open(habit),
    },
    before.value !== null && {
      ...of("yesterday"),
      ...named(words, msg`${title}: same as yesterday, ${{ amount: stateName(words.i18n, habit, before) }}`),
      icon: Copy,
      run: () => change(sameAs),
    },
    {
      ...of("skip"),
      ...named(words, skipped ? msg`${title}: undo the skip today` : msg`${title}: skip today`),
      icon: skipped ? Undo2 : SkipForward,
      run: () => change((state) => withSkip(state, !skipped)),
    },
    isTimeUnit(habit.unit) && {
      ...of("timer"),
      ...named(words, parts.isTimed(habit) ? msg`${title}: stop the timer` : msg`${title}: start a timer`),
      icon: Timer,
      opensMore: true,
      run: () => parts.toggleTimer(habit),
    },
    {
      ...of("statistics"),
      ...named(words, msg`${title}: statistics`),
      icon: ChartNoAxesColumn,
      opensMore: true,
      run: () => parts.show("statistics", habit),
    },
    {
      ...of("edit"),
      ...named(words, msg`${title}: edit`),
      icon: Pencil,
      opensMore: true,
      run: () => parts.show("edit", habit),
    },
  ];
  return all
    .filter((command) => command !== false)
    .map((command, index) => ({ ...command, isOpen, isOffered: index === 0 }));
}

/** True if the goal of today has not been reached, as far as the days are loaded. */
function isOpenToday({ read, today }: HabitCommandParts, habit: Habit): boolean {
  const entryOn = (day: string) => entryOf(habit.id, day, read(habit, day));
  return resultAmong(rulesOf(habit), today, entryOn, today) === "awaiting";
}

/** What was typed of a habit: its amount or its goal, on its day. Null if a limit is meant, which is no goal. */
export function entryCommand(parts: HabitCommandParts, habit: Habit, entry: QuickEntry): Command | null {
  const { words, today, change } = parts;
  const { title, hue } = habit;
  const { day, value, isAdded = false } = entry;
  const goal = value === undefined ? atGoal(habit, day, parts.read(habit, day)) : null;
  const shown = value ?? goal?.value;
  if (shown === undefined || shown === null) return null;
  const amount = amountText(words.i18n, habit, shown);
  const date = dateWords(words.i18n, day, today);
  const isToday = day === today;
  const now = parts.read(habit, day);
  const label = isAdded
    ? isToday
      ? msg`${title}: add ${{ amount }}`
      : msg`${title}, ${date}: add ${{ amount }}`
    : isToday
      ? msg`${title}: ${{ amount }} today`
      : msg`${title}, ${date}: ${{ amount }}`;
  return {
    id: `habit ${habit.id} ${isAdded ? "add" : "set"} ${shown} ${isToday ? "today" : day}`,
    ...named(words, label),
    hue,
    icon: isAdded ? Plus : SquarePen,
    isOpen: isToday && isOpenToday(parts, habit),
    detail: hasAmount(now) ? stateName(words.i18n, habit, now) : undefined,
    run: () =>
      change(habit, day, (state) =>
        value === undefined
          ? atGoal(habit, day, state)
          : isAdded
            ? withAdded(habit, state, value)
            : { ...state, value, unit: habit.unit, skipped: false, confirmed: false },
      ),
  };
}

/** "yesterday", else the date with its weekday, by which the user checks what was understood. */
function dateWords(i18n: I18n, day: string, today: string): string {
  if (toDayNumber(today) - toDayNumber(day) <= 1) return dayName(i18n, day, today);
  return createFormat(i18n.locale === "uk" ? "uk" : "en").day(day, {
    weekday: "short",
    day: "numeric",
    month: "short",
    ...(day.slice(0, 4) !== today.slice(0, 4) && { year: "numeric" }),
  });
}
