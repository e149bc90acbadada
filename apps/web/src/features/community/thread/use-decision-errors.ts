import type { FieldErrors } from "@daymark/domain/base/validation";
import { fieldErrorMessage } from "@daymark/i18n/field-messages";
import { useLingui } from "@lingui/react";
import { useEffect, useState } from "react";

/**
 * The error messages of a dialog's form, by field; the first invalid field gets the focus. Needs the catalog
 * `messages`.
 */
export function useDecisionErrors() {
  const { i18n } = useLingui();
  const [refused, refuse] = useState<FieldErrors>({});
  useEffect(() => {
    if (Object.keys(refused).length > 0)
      document.querySelector<HTMLElement>("[role=dialog] [aria-invalid=true]")?.focus();
  }, [refused]);
  return {
    errors: (field: string): string[] => (refused[field] ?? []).map((code) => fieldErrorMessage(i18n, code)),
    refuse,
  };
}
