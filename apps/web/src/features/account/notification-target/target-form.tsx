import { notificationTargetEditForm, notificationTargetForm } from "@daymark/domain/account/notification-input";
import {
  isRecipientSecret,
  type NotificationTarget,
  type TargetKind,
  targetNeeds,
} from "@daymark/domain/notification/target";
import { Button } from "@daymark/ui/button";
import { Checkbox } from "@daymark/ui/checkbox";
import { TextField } from "@daymark/ui/text-field";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useBrowser } from "../../../lib/app.ts";
import { useFirstFocus } from "../../../lib/form/first-focus.ts";
import { useSchemaForm } from "../../../lib/form/form.ts";
import { trpc } from "../../../lib/network/trpc.ts";
import { notConfirmed, useStepUp } from "../security/step-up/use-step-up.tsx";
import { useFieldWords } from "./field-words.ts";
import { kindNames } from "./target-words.ts";

interface TargetFormProps {
  kind: TargetKind;
  /** Null to add one. */
  target: NotificationTarget | null;
  onClose: () => void;
}

interface TargetValues {
  kind: TargetKind;
  name: string;
  url?: string | undefined;
  recipient?: string | undefined;
  secret?: string | undefined;
}

export function TargetForm({ kind, target, onClose }: TargetFormProps) {
  const { t } = useLingui();
  const { report } = useBrowser();
  const utils = trpc.useUtils();
  const stepUp = useStepUp();
  const words = useFieldWords(kind);
  const schema = target ? notificationTargetEditForm : notificationTargetForm;
  const form = useSchemaForm<TargetValues, TargetValues>(schema, valuesOf(kind, target), { judged: "sent" });
  const [removesSecret, setRemovesSecret] = useState(false);
  useFirstFocus(() => form.setFocus("name"));
  const create = trpc.notificationTarget.create.useMutation();
  const update = trpc.notificationTarget.update.useMutation();
  const isPending = create.isPending || update.isPending;
  const send = (values: TargetValues) =>
    target
      ? update.mutateAsync({
          id: target.id,
          ...changesOf(target, values),
          ...(removesSecret && { secret: "" }),
        })
      : create.mutateAsync(values);
  const submit = async (values: TargetValues) => {
    try {
      const answer = await stepUp.confirmed(() => send(values));
      if (answer === notConfirmed) return;
      void utils.notificationTarget.invalidate();
      void utils.securityEvent.invalidate();
      onClose();
      void report.success("settings_updated");
    } catch (error) {
      if (!form.takeRefusal(error)) void report.failure(error);
    }
  };
  const needs = targetNeeds[kind];
  const keepsSecret = target?.has_secret === true;
  // A target without an address is one that the server can no longer decrypt, so its topic is lost.
  const keepsRecipient = isRecipientSecret(kind) && target !== null && target.url !== null;
  const keptHint =
    needs.url === "none"
      ? t`Leave it empty to keep the stored one.`
      : t`Leave it empty to keep the stored one. For a new address, enter it again.`;
  return (
    <form
      noValidate
      className="flex flex-col gap-6"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isPending) void form.handleSubmit(submit)(event);
      }}
    >
      <TextField
        label={t`Name`}
        autoComplete="off"
        required
        errors={form.errorsOf("name")}
        {...form.register("name")}
      />
      {needs.url === "none" ? null : (
        <TextField
          label={words.url}
          type="url"
          inputMode="url"
          placeholder="https://"
          autoComplete="off"
          required
          errors={form.errorsOf("url")}
          {...form.register("url")}
        />
      )}
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
          onChange={({ currentTarget: { checked } }) => setRemovesSecret(checked)}
        />
      ) : null}
      <div className="flex flex-wrap justify-end gap-2">
        <Button kind="quiet" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button kind="primary" type="submit" isBusy={isPending}>
          {target ? <Trans>Save</Trans> : <Trans>Add</Trans>}
        </Button>
      </div>
      {stepUp.dialog}
    </form>
  );
}

function valuesOf(kind: TargetKind, target: NotificationTarget | null): TargetValues {
  if (!target) return { kind, name: kindNames[kind], ...(kind === "ntfy" && { url: "https://ntfy.sh" }) };
  const { name, url, recipient } = target;
  return { kind, name, url: url ?? "", recipient: recipient ?? "", secret: "" };
}

/** What differs from what the form showed: a new name alone needs no proof that the caller is the user. */
function changesOf(target: NotificationTarget, { name, url = "", recipient = "", secret = "" }: TargetValues) {
  return {
    ...(name !== target.name && { name }),
    ...(url !== (target.url ?? "") && { url }),
    ...(recipient !== (target.recipient ?? "") && { recipient }),
    ...(secret !== "" && { secret }),
  };
}
