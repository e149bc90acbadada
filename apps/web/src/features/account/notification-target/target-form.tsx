import { notificationTargetEditForm, notificationTargetForm } from "@daymark/domain/connection/notification-input";
import { type NotificationTarget, type TargetKind, targetNeeds } from "@daymark/domain/notification/target";
import { Button } from "@daymark/ui/button";
import { TextField } from "@daymark/ui/text-field";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useBrowser } from "../../../lib/app.ts";
import { useFirstFocus } from "../../../lib/form/first-focus.ts";
import { useSchemaForm } from "../../../lib/form/form.ts";
import { trpc } from "../../../lib/network/trpc.ts";
import { notConfirmed, useStepUp } from "../security/step-up/use-step-up.tsx";
import { useFieldWords } from "./field-words.ts";
import { SecretFields } from "./secret-fields.tsx";
import { changesOf, type TargetValues, valuesOf } from "./target-values.ts";
import { kindNames } from "./target-words.ts";

interface TargetFormProps {
  kind: TargetKind;
  /** Null to add one. */
  target: NotificationTarget | null;
  onClose: () => void;
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
  return (
    <form
      noValidate
      className="flex flex-col gap-6"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isPending) void form.handleSubmit(submit)(event);
      }}
    >
      {target ? (
        <TextField label={t`Service`} disabled value={kindNames[kind]} errors={form.errorsOf("kind")} translate="no" />
      ) : null}
      <TextField
        label={t`Name`}
        autoComplete="off"
        required
        errors={form.errorsOf("name")}
        {...form.register("name")}
      />
      {targetNeeds[kind].url === "none" ? null : (
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
      <SecretFields
        kind={kind}
        target={target}
        form={form}
        removesSecret={removesSecret}
        onRemovesSecret={setRemovesSecret}
      />
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
