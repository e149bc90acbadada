import { notificationTargetForm } from "@daymark/domain/account/notification-input";
import { type TargetKind, targetNeeds } from "@daymark/domain/notification/target";
import { Button } from "@daymark/ui/button";
import { Dialog } from "@daymark/ui/dialog";
import { Select } from "@daymark/ui/select";
import { TextField } from "@daymark/ui/text-field";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useBrowser } from "../../../lib/app.ts";
import { useFirstFocus } from "../../../lib/form/first-focus.ts";
import { useSchemaForm } from "../../../lib/form/form.ts";
import { trpc } from "../../../lib/network/trpc.ts";
import { notConfirmed, useStepUp } from "../security/step-up/use-step-up.tsx";
import { kindNames } from "./target-words.ts";

interface TargetDialogProps {
  open: boolean;
  /** Those that this server offers. */
  kinds: readonly TargetKind[];
  onClose: () => void;
}

export default function TargetDialog({ open, kinds, onClose }: TargetDialogProps) {
  const { t } = useLingui();
  const [kind, setKind] = useState<TargetKind>("ntfy");
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      title={t`Add a target`}
      description={t`Anyone who reads its messages sees the names of your habits, so enter only a target of your own.`}
      closeLabel={t`Close`}
    >
      <div className="flex flex-col gap-6">
        <Select
          label={t`Service`}
          groups={[{ options: kinds.map((value) => ({ value, label: kindNames[value] })) }]}
          value={kind}
          onValueChange={setKind}
        />
        <TargetForm key={kind} kind={kind} onClose={onClose} />
      </div>
    </Dialog>
  );
}

interface TargetValues {
  kind: TargetKind;
  name: string;
  url?: string | undefined;
  recipient?: string | undefined;
  secret?: string | undefined;
}

function TargetForm({ kind, onClose }: { kind: TargetKind; onClose: () => void }) {
  const { t } = useLingui();
  const { report } = useBrowser();
  const utils = trpc.useUtils();
  const stepUp = useStepUp();
  const words = useFieldWords(kind);
  const values = { kind, name: kindNames[kind], ...(kind === "ntfy" && { url: "https://ntfy.sh" }) };
  const form = useSchemaForm<TargetValues, TargetValues>(notificationTargetForm, values, { judged: "sent" });
  useFirstFocus(() => form.setFocus("name"));
  const create = trpc.notificationTarget.create.useMutation();
  const submit = async (given: TargetValues) => {
    try {
      const answer = await stepUp.confirmed(() => create.mutateAsync(given));
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
          hint={words.recipientHint}
          autoComplete="off"
          required
          errors={form.errorsOf("recipient")}
          {...form.register("recipient")}
        />
      )}
      <TextField
        label={words.secret}
        hint={words.secretHint}
        autoComplete="off"
        required={needs.secret === "required"}
        errors={form.errorsOf("secret")}
        {...form.register("secret")}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button kind="quiet" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button kind="primary" type="submit" isBusy={create.isPending}>
          <Trans>Add</Trans>
        </Button>
      </div>
      {stepUp.dialog}
    </form>
  );
}

interface FieldWords {
  url: string;
  recipient: string;
  recipientHint?: string;
  secret: string;
  secretHint: string;
}

/** The fields by the names that each service gives them. */
function useFieldWords(kind: TargetKind): FieldWords {
  const { t } = useLingui();
  const none = { url: t`Address of the server`, recipient: "" };
  const words: Record<TargetKind, FieldWords> = {
    ntfy: {
      ...none,
      recipient: t`Topic`,
      recipientHint: t`Anyone who knows the topic reads its messages, so choose one that is hard to guess.`,
      secret: t`Access token (optional)`,
      secretHint: t`Only for a topic that is protected.`,
    },
    gotify: {
      ...none,
      secret: t`Token of the application`,
      secretHint: t`In Gotify, create an application under Apps.`,
    },
    telegram: {
      ...none,
      recipient: t`Id of the chat`,
      recipientHint: t`A number, negative for a group, or @name for a channel. Write to the bot first.`,
      secret: t`Token of the bot`,
      secretHint: t`You get it from @BotFather.`,
    },
    matrix: {
      ...none,
      url: t`Address of the homeserver`,
      recipient: t`Id of the room`,
      recipientHint: t`Such as !abc:example.org, from the settings of the room. It must not be encrypted.`,
      secret: t`Access token`,
      secretHint: t`Of an account that is in the room.`,
    },
    apprise: {
      ...none,
      secret: t`Apprise URL`,
      secretHint: t`One address, such as discord://id/token. The Apprise documentation lists all services.`,
    },
  };
  return words[kind];
}
