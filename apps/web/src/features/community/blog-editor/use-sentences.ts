import type { FieldError } from "@daymark/domain/base/validation";
import { fieldErrorMessage } from "@daymark/i18n/field-messages";
import { useLingui } from "@lingui/react";
import { useCallback } from "react";

/** The error messages of a field; needs the catalog `messages`. */
export function useSentences(): (faults: readonly FieldError[] | undefined) => string[] {
  const { i18n } = useLingui();
  return useCallback((faults) => faults?.map((fault) => fieldErrorMessage(i18n, fault)) ?? [], [i18n]);
}
