import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { EntryFault } from "./quick-entry.ts";

/** Why a typed entry cannot be recorded, and what to type. */
export const entryFaultWords: Record<EntryFault, MessageDescriptor> = {
  amount: msg`An amount is a whole number from 1 to 10,000.`,
  several_amounts: msg`You typed several amounts. Type only one.`,
  several_days: msg`You typed several days. Type only one.`,
  no_such_day: msg`There is no such day.`,
  upcoming: msg`That day is in the future.`,
  too_early: msg`A day must be in the 21st century.`,
  unclear: msg`This could be two different dates. Type it like “8 May”.`,
};
