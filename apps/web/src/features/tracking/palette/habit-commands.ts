import { quickSteps } from "@daymark/domain/base/unit";
import type { Habit } from "@daymark/domain/tracking/habit";
import { msg } from "@lingui/core/macro";
import {
  ChartNoAxesColumn,
  CircleCheck,
  Copy,
  Pencil,
  Plus,
  SkipForward,
  SquarePen,
  Target,
  Timer,
  Undo2,
} from "lucide-react";
import { unitAmounts } from "../habit/form/unit-words.ts";
import { isToggle } from "../habit/rules.ts";
import { atGoal, canConfirm, sameAs, withAdded, withConfirmation, withSkip } from "../progress/day-changes.ts";
import { type DayState, hasAmount } from "../progress/day-state.ts";
import { stateName } from "../progress/recorded-words.ts";
import { isTimeUnit } from "../timer/elapsed.ts";
import { type Command, named, type Words } from "./commands.ts";
import type { AmountQuery } from "./match.ts";

/** What the commands of a habit need. */
export interface HabitCommandParts {
  words: Words;
  today: string;
  /** The state of a day, as far as it is loaded. */
  read: (habit: Habit, day: "today" | "yesterday") => DayState;
  /** Changes today to the state that `make` returns, once the current state is loaded. */
  change: (habit: Habit, make: (now: DayState, before: DayState) => DayState | null) => unknown;
  open: (habit: Habit) => void;
  toggleTimer: (habit: Habit) => void;
  isTimed: (habit: Habit) => boolean;
  show: (kind: "statistics" | "edit", habit: Habit) => void;
}

/** The commands of a habit, the most frequent first. */
export function habitCommands(parts: HabitCommandParts, habit: Habit): Command[] {
  const { words, today, change } = parts;
  const { title, hue } = habit;
  const now = parts.read(habit, "today");
  const before = parts.read(habit, "yesterday");
  const amount = (value: number) => words.i18n._(unitAmounts[habit.unit](value));
  const detail = hasAmount(now) ? stateName(words.i18n, now) : undefined;
  const of = (id: string) => ({ id: `habit ${habit.id} ${id}`, hue });
  const add = (step: number): Command => ({
    ...of(`add ${step}`),
    ...named(words, msg`${title}: add ${{ amount: amount(step) }}`, `+${step}`),
    icon: Plus,
    detail,
    run: () => change(habit, (state) => withAdded(habit, state, step)),
  });
  const skipped = now.skipped;
  const all: (Command | false)[] = [
    isToggle(habit) && {
      ...of("toggle"),
      ...named(words, now.value === null ? msg`${title}: done today` : msg`${title}: not done today`, "+1"),
      icon: now.value === null ? CircleCheck : Undo2,
      detail,
      run: () => change(habit, (state) => ({ ...state, value: state.value === null ? 1 : null, skipped: false })),
    },
    ...(isToggle(habit) ? [] : [...new Set([quickSteps(habit.unit)[0], 1])].map(add)),
    habit.type === "good" &&
      !isToggle(habit) && {
        ...of("goal"),
        ...named(words, msg`${title}: goal today, ${{ amount: amount(habit.target) }}`),
        icon: Target,
        run: () => change(habit, (state) => atGoal(habit, today, state)),
      },
    canConfirm(habit, { day: today, today }, now) && {
      ...of("confirm"),
      ...named(words, now.confirmed ? msg`${title}: take the confirmation back` : msg`${title}: nothing today`),
      icon: CircleCheck,
      run: () => change(habit, (state) => withConfirmation(habit, { day: today, today }, state, !state.confirmed)),
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
      ...named(words, msg`${title}: same as yesterday, ${{ amount: stateName(words.i18n, before) }}`),
      icon: Copy,
      run: () => change(habit, sameAs),
    },
    {
      ...of("skip"),
      ...named(words, skipped ? msg`${title}: do not skip today` : msg`${title}: skip today`),
      icon: skipped ? Undo2 : SkipForward,
      run: () => change(habit, (state) => withSkip(state, !skipped)),
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
  return all.filter((command) => command !== false).map((command, index) => ({ ...command, isOffered: index === 0 }));
}

/** A habit and an amount typed after it. */
export function amountCommand(parts: HabitCommandParts, habit: Habit, { value, isAdded }: AmountQuery): Command {
  const { words, change } = parts;
  const { title, hue } = habit;
  const amount = words.i18n._(unitAmounts[habit.unit](value));
  const label = isAdded ? msg`${title}: add ${{ amount }}` : msg`${title}: ${{ amount }} today`;
  const now = parts.read(habit, "today");
  return {
    id: `habit ${habit.id} ${isAdded ? "add" : "set"} ${value}`,
    ...named(words, label),
    hue,
    icon: isAdded ? Plus : SquarePen,
    detail: hasAmount(now) ? stateName(words.i18n, now) : undefined,
    run: () =>
      change(habit, (state) =>
        isAdded
          ? withAdded(habit, state, value)
          : { ...state, value, unit: habit.unit, skipped: false, confirmed: false },
      ),
  };
}
