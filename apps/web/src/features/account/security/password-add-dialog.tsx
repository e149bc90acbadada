import { passwordAddInput } from "@daymark/domain/account/account";
import { passwordLengthMax } from "@daymark/domain/account/auth";
import { useLingui } from "@lingui/react/macro";
import type * as z from "zod/mini";
import { useBrowser } from "../../../lib/app.ts";
import { useSchemaForm } from "../../../lib/form/form.ts";
import { trpc } from "../../../lib/network/trpc.ts";
import { NewPasswordFields } from "../auth/new-password/new-password-fields.tsx";
import { FormDialog } from "../settings/form-dialog.tsx";
import { notConfirmed, useStepUp } from "./step-up/use-step-up.tsx";

type PasswordValues = z.infer<typeof passwordAddInput>;

const empty: PasswordValues = { password: "", password_confirmation: "" };

/** Sets a first password, for a user who signed up with a provider. */
export default function PasswordAddDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useLingui();
  const { report } = useBrowser();
  const utils = trpc.useUtils();
  const stepUp = useStepUp();
  const form = useSchemaForm<PasswordValues, PasswordValues>(passwordAddInput, empty);
  const add = trpc.account.addPassword.useMutation();
  const close = () => {
    onClose();
    form.reset(empty);
  };
  const submit = async (values: PasswordValues) => {
    try {
      const answer = await stepUp.confirmed(() => add.mutateAsync(values));
      if (answer === notConfirmed) return;
      close();
      void report.success(answer.detail);
      void utils.securityEvent.invalidate();
    } catch (error) {
      if (!form.takeRefusal(error)) void report.failure(error);
    }
  };
  return (
    <FormDialog
      open={open}
      onClose={close}
      title={t`Add a password`}
      description={t`You can then log in with your username or email as well.`}
      submitLabel={t`Add password`}
      isBusy={add.isPending}
      onSubmit={form.handleSubmit(submit)}
    >
      <NewPasswordFields
        password={form.register("password", { deps: ["password_confirmation"] })}
        confirmation={form.register("password_confirmation")}
        passwordErrors={form.errorsOf("password")}
        confirmationErrors={form.errorsOf("password_confirmation")}
        typed={form.watch("password") ?? ""}
        maxLength={passwordLengthMax}
      />
      {stepUp.dialog}
    </FormDialog>
  );
}
