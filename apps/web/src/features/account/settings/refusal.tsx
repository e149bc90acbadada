import { FieldErrors } from "@daymark/ui/field";
import { useLingui } from "@lingui/react";
import { sentence } from "../../../lib/messages/sentence.ts";

/** The messages for a failed call, empty if there is none. They follow the page's language. */
export function useRefusals(error: unknown): string[] {
  const { i18n } = useLingui();
  return error ? [sentence(i18n, error)] : [];
}

/** Shows why an action failed, at the place of the action. */
export function Refusal({ error, id }: { error: unknown; id?: string }) {
  return <FieldErrors id={id} errors={useRefusals(error)} />;
}
