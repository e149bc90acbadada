import type { HabitTemplate } from "@daymark/domain/tracking/template";
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";

/** Titles of the habit templates on the first run. */
export const templateTitles: Record<HabitTemplate["id"], MessageDescriptor> = {
  water: msg`Drink water`,
  walk: msg`Go for a walk`,
  sweets: msg`Sweets`,
};
