import { passwordChangeInput } from "@daymark/domain/account/account";
import { passwordLengthMax } from "@daymark/domain/account/auth";
import { useLingui } from "@lingui/react/macro";
import type * as z from "zod/mini";
import { useBrowser } from "../../../lib/app.ts";
import { useSchemaForm } from "../../../lib/form/form.ts";
import { useDialogTitle } from "../../../lib/head.tsx";
import { problemOf } from "../../../lib/network/problem.ts";
import { trpc } from "../../../lib/network/trpc.ts";
import { NewPasswordFields } from "../auth/new-password/new-password-fields.tsx";
import { CurrentPasswordField } from "../settings/current-password-field.tsx";
import { FormDialog } from "../settings/form-dialog.tsx";

interface PasswordDialogProps {
  open: boolean;
  onClose: () => void;
}

type PasswordValues = z.infer<typeof passwordChangeInput>;

const empty: PasswordValues = { password: "", new_password: "", new_password_confirmation: "" };

export default function PasswordChangeDialog({ open, onClose }: PasswordDialogProps) {
  const { t } = useLingui();
  const { report } = useBrowser();
  const utils = trpc.useUtils();
  useDialogTitle(open ? t`Change Password` : null);
  const form = useSchemaForm<PasswordValues, PasswordValues>(passwordChangeInput, empty);
  const close = () => {
    onClose();
    form.reset(empty);
  };
  const change = trpc.account.changePassword.useMutation({
    onSuccess: ({ detail }) => {
      close();
      void report.success(detail);
      void utils.session.list.invalidate();
      void utils.securityEvent.invalidate();
    },
    onError: (error) => {
      const code = problemOf(error)?.code;
      if (code === "password_incorrect") return form.refuse("password", code);
      if (!form.takeRefusal(error)) void report.failure(error);
    },
  });
  return (
    <FormDialog
      open={open}
      onClose={close}
      title={t`Change Password`}
      description={t`Your other sessions end at once, and we email you about it.`}
      submitLabel={t`Change password`}
      isBusy={change.isPending}
      onSubmit={form.handleSubmit((values) => change.mutate(values))}
    >
      <CurrentPasswordField
        label={t`Current password`}
        errors={form.errorsOf("password")}
        field={form.register("password")}
      />
      <NewPasswordFields
        password={form.register("new_password", { deps: ["new_password_confirmation"] })}
        confirmation={form.register("new_password_confirmation")}
        passwordErrors={form.errorsOf("new_password")}
        confirmationErrors={form.errorsOf("new_password_confirmation")}
        typed={form.watch("new_password") ?? ""}
        maxLength={passwordLengthMax}
        label={t`New password`}
      />
    </FormDialog>
  );
}
