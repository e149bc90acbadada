import type { ideasOf } from "./idea-words.ts";

/** What an idea fills in: the fields of a new habit that it has a value for. */
export type Idea = ReturnType<typeof ideasOf>[number];

/** The form before an idea was chosen, which a second press of it brings back. */
export const noIdea: Idea = {
  ...{ title: "", emoji: "", target: 1, unit: "repetitions", time_of_day: null },
  ...{ unit_label: null, schedule: null, end: null, keeps_log: false },
};

/**
 * The values that an idea changes, without its title. What the user has changed stays, and what an idea has filled in
 * gives way to the next one. A unit and a word for it belong together: an idea's word would not fit the user's unit.
 *
 * @param dirty the fields that the user has changed
 */
export function ideaChanges(
  { title: _, ...idea }: Idea,
  dirty: Partial<Record<keyof Idea, unknown>>,
): Partial<Omit<Idea, "title">> {
  const isUnitDirty = Boolean(dirty.unit) || Boolean(dirty.unit_label);
  const stays = (name: string) =>
    name === "unit" || name === "unit_label" ? isUnitDirty : Boolean(dirty[name as keyof typeof idea]);
  return Object.fromEntries(Object.entries(idea).filter(([name]) => !stays(name)));
}
