import type { Habit } from "./habit.ts";
import { toShortName } from "./short-name.ts";

/**
 * The habits that a name may mean: the one with this id or short name, with or without `@`, else those with this title
 * in any case, else those whose title contains it.
 */
export function habitsOfName<Each extends Pick<Habit, "id" | "title" | "short_name">>(
  habits: readonly Each[],
  name: string,
): Each[] {
  const wanted = name.trim().toLowerCase();
  const byId = habits.filter(({ id }) => String(id) === wanted);
  if (byId.length > 0) return byId;
  const shortName = toShortName(wanted.replace(/^@/, ""));
  const byShortName = habits.filter(({ short_name }) => short_name !== null && short_name === shortName);
  if (byShortName.length > 0) return byShortName;
  const exact = habits.filter(({ title }) => title.toLowerCase() === wanted);
  return exact.length > 0 ? exact : habits.filter(({ title }) => title.toLowerCase().includes(wanted));
}
