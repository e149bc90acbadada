import {
  isRecipientSecret,
  type NotificationTarget,
  type TargetKind,
  targetNeeds,
} from "@daymark/domain/notification/target";
import { Checkbox } from "@daymark/ui/checkbox";
import { TextField } from "@daymark/ui/text-field";
import { useLingui } from "@lingui/react/macro";
import { useFieldWords } from "./field-words.ts";
import type { TargetSchemaForm } from "./target-values.ts";

interface SecretFieldsProps {
  kind: TargetKind;
  /** Null to add one. */
  target: NotificationTarget | null;
  form: Pick<TargetSchemaForm, "register" | "errorsOf">;
  removesSecret: boolean;
  onRemovesSecret: (removesSecret: boolean) => void;
}

/** The recipient and the secret. Empty fields keep what is stored and not shown. */
export function SecretFields({ kind, target, form, removesSecret, onRemovesSecret }: SecretFieldsProps) {
  const { t } = useLingui();
  const words = useFieldWords(kind);
  const needs = targetNeeds[kind];
  const keepsSecret = target?.has_secret === true;
  // A target without an address is one that the server can no longer decrypt, so its topic is lost.
  const keepsRecipient = isRecipientSecret(kind) && target !== null && target.url !== null;
  const keptHint =
    needs.url === "none"
      ? t`Leave it empty to keep the stored one.`
      : t`Leave it empty to keep the stored one. For a new address, enter it again.`;
  return (
    <>
      {needs.recipient === "none" ? null : (
        <TextField
          label={words.recipient}
          hint={keepsRecipient ? keptHint : words.recipientHint}
          autoComplete="off"
          required={!keepsRecipient}
          errors={form.errorsOf("recipient")}
          {...form.register("recipient")}
        />
      )}
      <TextField
        label={words.secret}
        hint={keepsSecret ? keptHint : words.secretHint}
        autoComplete="off"
        required={needs.secret === "required" && !keepsSecret}
        errors={form.errorsOf("secret")}
        {...form.register("secret")}
        disabled={removesSecret}
      />
      {keepsSecret && needs.secret === "optional" ? (
        <Checkbox
          label={t`Remove the stored token`}
          checked={removesSecret}
          onChange={({ currentTarget: { checked } }) => onRemovesSecret(checked)}
        />
      ) : null}
    </>
  );
}
