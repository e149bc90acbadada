import { backupCodeLength } from "@daymark/domain/account/two-factor";
import { TextField } from "@daymark/ui/text-field";
import { useLingui } from "@lingui/react/macro";
import * as z from "zod/mini";
import { useBrowser } from "../../../../lib/app.ts";
import { useSchemaForm } from "../../../../lib/form/form.ts";
import { useDialogTitle } from "../../../../lib/head.tsx";
import { problemOf } from "../../../../lib/network/problem.ts";
import { trpc } from "../../../../lib/network/trpc.ts";
import { FormDialog } from "../../settings/form-dialog.tsx";
import { secondFactorOf, secondFactorSchema } from "../step-up/second-factor.ts";

const codeForm = z.strictObject({ code: secondFactorSchema });

export default function TwoFactorDisableDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useLingui();
  const { report } = useBrowser();
  const utils = trpc.useUtils();
  useDialogTitle(open ? t`Two-Factor Authentication` : null);
  const form = useSchemaForm<{ code: string }, { code: string }>(codeForm, { code: "" });
  const close = () => {
    onClose();
    form.reset({ code: "" });
  };
  const disable = trpc.twoFactor.disable.useMutation({
    onSuccess: ({ detail }) => {
      close();
      void report.success(detail);
      void utils.twoFactor.invalidate();
      void utils.session.list.invalidate();
      void utils.securityEvent.invalidate();
    },
    onError: (error) => {
      const code = problemOf(error)?.code;
      if (code === "security_code_invalid" || code === "backup_code_invalid") return form.refuse("code", code);
      if (!form.takeRefusal(error)) void report.failure(error);
    },
  });
  return (
    <FormDialog
      open={open}
      onClose={close}
      title={t`Two-Factor Authentication`}
      description={t`Without it, only your password protects the account. Your other sessions will end.`}
      submitLabel={t`Turn off`}
      submitKind="danger"
      isBusy={disable.isPending}
      onSubmit={form.handleSubmit(({ code }) => disable.mutate(secondFactorOf(code)))}
    >
      <TextField
        label={t`Security code or backup code`}
        hint={t`The 6 digits from your authenticator app, or one of the codes you saved.`}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={backupCodeLength + 4}
        required
        errors={form.errorsOf("code")}
        {...form.register("code")}
      />
    </FormDialog>
  );
}
