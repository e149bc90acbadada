import { unitKind } from "@daymark/domain/base/unit";
import type { Statistics } from "@daymark/domain/rules/statistics";
import type { HabitSort } from "@daymark/domain/tracking/dashboard";
import type { Habit, HabitType } from "@daymark/domain/tracking/habit";
import { habitTypes, type TimeOfDay, timesOfDay } from "@daymark/domain/tracking/habit-type";
import { inOrder } from "../../habit/habit-list.ts";
import type { DashboardSearch } from "./search.ts";

type Figures = ReadonlyMap<number, Statistics>;

/** True for a habit that matches the filter; archived habits are in a separate list. */
export function isShown(habit: Habit, search: DashboardSearch, figures: Figures): boolean {
  if (search.type && habit.type !== search.type) return false;
  if (search.unit_kind && unitKind(habit.unit) !== search.unit_kind) return false;
  if (search.time_of_day && (habit.time_of_day ?? "any") !== search.time_of_day) return false;
  if (search.hue !== undefined && habit.hue !== search.hue) return false;
  if (search.at_risk && figures.get(habit.id)?.at_risk !== true) return false;
  const wanted = search.q?.trim().toLocaleLowerCase();
  return !wanted || `${habit.title}\n${habit.description}`.toLocaleLowerCase().includes(wanted);
}

/**
 * Good habits first, each type in the chosen order; equal habits keep their manual order.
 *
 * @param locale whose alphabet orders the titles
 */
export function sortHabits(habits: readonly Habit[], sort: HabitSort, figures: Figures, locale: string): Habit[] {
  const ordered = inOrder(habits);
  if (sort === "position") return ordered;
  const { compare } = new Intl.Collator(locale, { numeric: true });
  const figure = (habit: Habit) => figures.get(habit.id);
  const orders: Record<Exclude<HabitSort, "position">, (a: Habit, b: Habit) => number> = {
    title: (a, b) => compare(a.title, b.title),
    streak: (a, b) => (figure(b)?.current_streak ?? 0) - (figure(a)?.current_streak ?? 0),
    success_rate: (a, b) => (figure(b)?.success_rate ?? -1) - (figure(a)?.success_rate ?? -1),
    created: (a, b) => Date.parse(b.created_at) - Date.parse(a.created_at),
  };
  return habitTypes.flatMap((type) => ordered.filter((habit) => habit.type === type).sort(orders[sort]));
}

/** Habits shown together on the dashboard: those of a group, or some without a group. */
export interface HabitBlock {
  /** Null for habits without a group. */
  group: string | null;
  habits: readonly Habit[];
  isFolded: boolean;
}

/** The habits of one type, or of one type and part of the day, in blocks. */
export interface HabitSection {
  type: HabitType;
  /** Null for any time; undefined if no habit of the type has a part of the day, so that it has a single section. */
  time: TimeOfDay | null | undefined;
  blocks: readonly HabitBlock[];
}

/** True if some habits of a section are in groups: then a heading tells the others from those of a group. */
export function hasGroups(blocks: readonly HabitBlock[]): boolean {
  return blocks.some(({ group }) => group !== null);
}

const times = [...timesOfDay, null];

/** A group is the name that its habits share. In each section it is placed where its first habit is. */
export function sectionsOf(habits: readonly Habit[], folded: readonly string[]): HabitSection[] {
  return habitTypes.flatMap<HabitSection>((type) => {
    const ofType = habits.filter((habit) => habit.type === type);
    if (ofType.length === 0) return [];
    if (!ofType.some((habit) => habit.time_of_day))
      return [{ type, time: undefined, blocks: blocksOf(ofType, folded) }];
    return times.flatMap((time) => {
      const ofTime = ofType.filter((habit) => habit.time_of_day === time);
      return ofTime.length === 0 ? [] : [{ type, time, blocks: blocksOf(ofTime, folded) }];
    });
  });
}

function blocksOf(habits: readonly Habit[], folded: readonly string[]): HabitBlock[] {
  const blocks: (HabitBlock & { habits: Habit[] })[] = [];
  for (const habit of habits) {
    const group = habit.group_name;
    const block = group === null ? blocks.at(-1) : blocks.find((other) => other.group === group);
    if (block?.group === group) block.habits.push(habit);
    else blocks.push({ group, habits: [habit], isFolded: group !== null && folded.includes(group) });
  }
  return blocks;
}

/** Tells sections apart, also as the key of an element. */
export function keyOf({ type, time }: Pick<HabitSection, "type" | "time">): string {
  return `${type}-${time}`;
}

/** The habits of sections in display order, without those in folded groups. */
export function unfolded(sections: readonly HabitSection[]): Habit[] {
  return sections.flatMap(({ blocks }) => blocks.flatMap(({ habits, isFolded }) => (isFolded ? [] : habits)));
}
