import type { HabitType } from "@daymark/domain/tracking/habit";
import { type HabitIdea, habitIdeas } from "@daymark/domain/tracking/template";
import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { templateTitles, templateWords } from "./template-words.ts";

const titles: Record<HabitIdea["id"], MessageDescriptor> = {
  ...templateTitles,
  meditate: msg`Meditate`,
  run: msg`Run`,
  push_ups: msg`Push-ups`,
  language: msg`Learn a language`,
  plants: msg`Water the plants`,
  smoking: msg`Smoking`,
  social_media: msg`Social media`,
  books: msg`Read 12 books`,
  glasses: msg`Glasses of water`,
  sugar: msg`30 days without sugar`,
};

/** The forms of the word in which an idea counts. */
const ownWords: Partial<Record<HabitIdea["id"], MessageDescriptor>> = {
  ...templateWords,
  push_ups: msg`push-up, push-ups`,
  smoking: msg`cigarette, cigarettes`,
  books: msg`book, books`,
  glasses: msg`glass, glasses`,
};

/** The ideas of a type with their titles, as far as the form of a new habit takes them over. */
export function ideasOf(i18n: I18n, type: HabitType, today: string) {
  return habitIdeas
    .filter((idea) => idea.type === type)
    .map(({ id, target, unit, hasOwnWord, emoji, time_of_day, schedule, end, keeps_log = false }) => {
      const word = hasOwnWord && ownWords[id];
      return {
        ...{ title: i18n._(titles[id]), emoji, target, unit, time_of_day, keeps_log },
        unit_label: word ? i18n._(word) : null,
        schedule: schedule?.(today) ?? null,
        end: end?.(today) ?? null,
      };
    });
}
