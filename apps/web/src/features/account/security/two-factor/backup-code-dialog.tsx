import { backupCodesCreateInput, securityCodeLength } from "@daymark/domain/account/two-factor";
import { Button } from "@daymark/ui/button";
import { CodeField } from "@daymark/ui/code-field";
import { Dialog } from "@daymark/ui/dialog";
import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { useBrowser } from "../../../../lib/app.ts";
import { useFirstFocus } from "../../../../lib/form/first-focus.ts";
import { useSchemaForm } from "../../../../lib/form/form.ts";
import { useDialogTitle } from "../../../../lib/head.tsx";
import { problemOf } from "../../../../lib/network/problem.ts";
import { trpc } from "../../../../lib/network/trpc.ts";
import { useKeptSecret } from "../use-kept-secret.tsx";
import { BackupCodes } from "./backup-codes.tsx";

/** Replaces the backup codes with new ones. */
export default function BackupCodeDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useLingui();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  useDialogTitle(open ? t`Two-Factor Authentication` : null);
  const kept = useKeptSecret({ isShown: codes !== null, success: "backup_codes_generated", onClose });
  useEffect(() => {
    if (!open) setCodes(null);
  }, [open]);
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) kept.askToClose();
      }}
      title={t`New backup codes`}
      description={
        codes
          ? t`The old ones no longer work. Each of these works once.`
          : t`The codes you have now stop working at once.`
      }
      closeLabel={t`Close`}
    >
      {codes ? <BackupCodes codes={codes} kept={kept} /> : <CodeForm onMade={setCodes} />}
      {kept.warning}
    </Dialog>
  );
}

function CodeForm({ onMade }: { onMade: (codes: readonly string[]) => void }) {
  const { t } = useLingui();
  const { report } = useBrowser();
  const utils = trpc.useUtils();
  const form = useSchemaForm<{ code: string }, { code: string }>(backupCodesCreateInput);
  useFirstFocus(() => form.setFocus("code"));
  const create = trpc.twoFactor.backupCodes.create.useMutation({
    onSuccess: ({ backup_codes }) => {
      onMade(backup_codes);
      void utils.twoFactor.invalidate();
      void utils.securityEvent.invalidate();
    },
    onError: (error) => {
      const code = problemOf(error)?.code;
      if (code === "security_code_invalid") return form.refuse("code", code);
      if (!form.takeRefusal(error)) void report.failure(error);
    },
  });
  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (!create.isPending) void form.handleSubmit((values) => create.mutate(values))(event);
      }}
    >
      <CodeField
        label={t`Security code`}
        hint={t`The 6 digits that your authenticator app shows now.`}
        length={securityCodeLength}
        required
        errors={form.errorsOf("code")}
        {...form.register("code")}
      />
      <Button kind="primary" type="submit" isBusy={create.isPending} className="self-end">
        <Trans>Create new codes</Trans>
      </Button>
    </form>
  );
}
