import { apiKeyNameLengthMax } from "@daymark/domain/account/api-key";
import { typedLine } from "@daymark/domain/text/text";
import { Button } from "@daymark/ui/button";
import { Segmented } from "@daymark/ui/segmented";
import { Select } from "@daymark/ui/select";
import { TextField } from "@daymark/ui/text-field";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import * as z from "zod/mini";
import { useBrowser } from "../../../../lib/app.ts";
import { useFirstFocus } from "../../../../lib/form/first-focus.ts";
import { useSchemaForm } from "../../../../lib/form/form.ts";
import { useFormat } from "../../../../lib/language/format.ts";
import { trpc } from "../../../../lib/network/trpc.ts";
import { notConfirmed, useStepUp } from "../step-up/use-step-up.tsx";

interface ApiKeyFormProps {
  onCancel: () => void;
  /** Receives the key itself, which the server returns only now. */
  onCreated: (created: { name: string; key: string }) => void;
}

const nameForm = z.strictObject({ name: typedLine({ min: 1, max: apiKeyNameLengthMax }) });

/** Days until a key expires, or never. */
const expiries = ["30", "90", "365", "never"] as const;
type Expiry = (typeof expiries)[number];

type Access = "read" | "write";

export function ApiKeyForm({ onCancel, onCreated }: ApiKeyFormProps) {
  const { t } = useLingui();
  const { report } = useBrowser();
  const format = useFormat();
  const stepUp = useStepUp();
  const form = useSchemaForm<{ name: string }, { name: string }>(nameForm);
  const [access, setAccess] = useState<Access>("read");
  const [expiry, setExpiry] = useState<Expiry>("90");
  useFirstFocus(() => form.setFocus("name"));
  const create = trpc.apiKey.create.useMutation();
  const expiresAt = expiryInstant(expiry);
  const submit = async ({ name }: { name: string }) => {
    try {
      const answer = await stepUp.confirmed(() =>
        create.mutateAsync({
          name,
          scopes: access === "write" ? ["read", "write"] : ["read"],
          ...(expiresAt && { expires_at: expiresAt }),
        }),
      );
      if (answer === notConfirmed) return;
      onCreated(answer);
    } catch (error) {
      if (!form.takeRefusal(error)) void report.failure(error);
    }
  };
  const days = { "30": t`30 days`, "90": t`90 days`, "365": t`1 year`, never: t`Never` };
  return (
    <form
      noValidate
      className="flex flex-col gap-6"
      onSubmit={(event) => {
        event.preventDefault();
        if (!create.isPending) void form.handleSubmit(submit)(event);
      }}
    >
      <TextField
        label={t`Name`}
        hint={t`What it is for, such as “Weekly report”.`}
        autoComplete="off"
        maxLength={apiKeyNameLengthMax}
        required
        errors={form.errorsOf("name")}
        {...form.register("name")}
      />
      <div className="flex flex-col gap-1.5">
        <p aria-hidden="true" className="text-sm font-[560]">
          <Trans>Permissions</Trans>
        </p>
        <Segmented<Access>
          label={t`Permissions`}
          options={[
            { value: "read", label: t`Read only` },
            { value: "write", label: t`Read and write` },
          ]}
          value={access}
          onValueChange={setAccess}
          className="w-full"
        />
        <p aria-live="polite" className="text-sm leading-snug text-ink-muted">
          {access === "read"
            ? t`It can see your habits, days and notes.`
            : t`It can also record days and change or delete habits and notes.`}
        </p>
      </div>
      <Select<Expiry>
        label={t`Expires`}
        hint={
          expiresAt
            ? t`It stops working on ${{ day: format.instant(expiresAt, { dateStyle: "long" }) }}.`
            : t`It works until you revoke it. A date is safer: a key you forget about then expires by itself.`
        }
        groups={[{ options: expiries.map((value) => ({ value, label: days[value] })) }]}
        value={expiry}
        onValueChange={setExpiry}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button kind="quiet" onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
        <Button kind="primary" type="submit" isBusy={create.isPending}>
          <Trans>Create key</Trans>
        </Button>
      </div>
      {stepUp.dialog}
    </form>
  );
}

const dayMs = 24 * 3600 * 1000;

function expiryInstant(expiry: Expiry): string | null {
  return expiry === "never" ? null : new Date(Date.now() + Number(expiry) * dayMs).toISOString();
}
