import type { Plan } from "@daymark/domain/account/plan";
import type { AccountWay, EntryKind } from "@daymark/domain/operator/site-statistics";
import type { Language } from "@daymark/domain/text/language";
import type { HabitType } from "@daymark/domain/tracking/habit";
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";

export const wayNames: Record<AccountWay, MessageDescriptor> = {
  password: msg`Password`,
  google: msg`Google`,
  facebook: msg`Facebook`,
  passkey: msg`Passkey`,
};

export const languageNames: Record<Language, MessageDescriptor> = { en: msg`English`, uk: msg`Ukrainian` };

export const planNames: Record<Plan, MessageDescriptor> = { free: msg`Free plan`, paid: msg`Paid plan` };

export const typeNames: Record<HabitType, MessageDescriptor> = { good: msg`Good habits`, bad: msg`Bad habits` };

export const entryNames: Record<EntryKind, MessageDescriptor> = {
  value: msg`Amounts`,
  skipped: msg`Skipped days`,
  confirmed: msg`Confirmed clean days`,
  note: msg`Notes only`,
  imported: msg`Imported days`,
};
