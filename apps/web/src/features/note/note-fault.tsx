import { fieldErrorMessage } from "@daymark/i18n/field-messages";
import { useLingui } from "@lingui/react/macro";
import { sentence } from "../../lib/report.tsx";

/** What is wrong with a note: nothing in it, or why it could not be saved. */
export type Fault = { isBlank: true } | { isBlank: false; error: unknown };

/** Says so. In words that most notes never need. */
export default function NoteFault({ fault }: { fault: Fault | null }) {
  const { i18n } = useLingui();
  if (!fault) return null;
  return fault.isBlank ? fieldErrorMessage(i18n, { code: "blank" }) : sentence(i18n, fault.error);
}
