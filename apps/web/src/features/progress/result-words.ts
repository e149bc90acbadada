import type { DayResult } from "@daymark/domain/result";
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";

/** What a day came to, as it is read aloud after its value. */
export const resultWords: Record<DayResult, MessageDescriptor> = {
  none: msg`before the first day`,
  upcoming: msg`upcoming`,
  skipped: msg`skipped`,
  rest: msg`day off`,
  achieved: msg`goal achieved`,
  awaiting: msg`goal awaiting`,
  not_achieved: msg`goal not achieved`,
  not_exceeded: msg`limit not exceeded`,
  exceeded: msg`limit exceeded`,
};
