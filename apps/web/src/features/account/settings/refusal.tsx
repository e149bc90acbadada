import { FieldErrors } from "@daymark/ui/field";
import { useLingui } from "@lingui/react";
import { sentence } from "../../../lib/messages/sentence.ts";

/** The sentences for a failed call, none where there is none; in the language of the page, also when that changes. */
export function useRefusals(error: unknown): string[] {
  const { i18n } = useLingui();
  return error ? [sentence(i18n, error)] : [];
}

/** Why something could not be done, where it was to be done. */
export function Refusal({ error, id }: { error: unknown; id?: string }) {
  return <FieldErrors id={id} errors={useRefusals(error)} />;
}
