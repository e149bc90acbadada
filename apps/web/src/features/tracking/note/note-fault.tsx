import { fieldErrorMessage } from "@daymark/i18n/field-messages";
import { useLingui } from "@lingui/react/macro";
import { sentence } from "../../../lib/messages/sentence.ts";

/** The error of a note: it is empty, or it could not be saved. */
export type Fault = { isBlank: true } | { isBlank: false; error: unknown };

export function NoteFault({ fault }: { fault: Fault }) {
  const { i18n } = useLingui();
  return fault.isBlank ? fieldErrorMessage(i18n, { code: "blank" }) : sentence(i18n, fault.error);
}
