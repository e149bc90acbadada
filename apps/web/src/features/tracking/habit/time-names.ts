import type { TimeOfFilter } from "@daymark/domain/tracking/habit-type";
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";

/** The parts of the day: sections of the dashboard, and choices of the form and of the filter. */
export const timeNames: Record<TimeOfFilter, MessageDescriptor> = {
  morning: msg`Morning`,
  noon: msg`Midday`,
  evening: msg`Evening`,
  any: msg`Any time`,
};
