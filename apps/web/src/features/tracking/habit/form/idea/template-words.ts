import type { HabitTemplate } from "@daymark/domain/tracking/template";
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";

/** Titles of the habit templates on the first run. */
export const templateTitles: Record<HabitTemplate["id"], MessageDescriptor> = {
  water: msg`Drink water`,
  read: msg`Read a book`,
  sweets: msg`Sweets`,
};

/** The forms of the word in which a template counts. */
export const templateWords: Partial<Record<HabitTemplate["id"], MessageDescriptor>> = {
  read: msg`page, pages`,
};
