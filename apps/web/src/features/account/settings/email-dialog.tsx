import { emailLengthMax, emailSchema, passwordSchema } from "@daymark/domain/account/auth";
import { TextField } from "@daymark/ui/text-field";
import { useLingui } from "@lingui/react/macro";
import { useEffect } from "react";
import * as z from "zod/mini";
import { useBrowser } from "../../../lib/app.ts";
import { useSchemaForm } from "../../../lib/form/form.ts";
import { problemOf } from "../../../lib/network/problem.ts";
import { trpc } from "../../../lib/network/trpc.ts";
import { CurrentPasswordField } from "./current-password-field.tsx";
import { FormDialog } from "./form-dialog.tsx";

interface EmailDialogProps {
  /** The initial address: empty, or the one that waits for verification. */
  target: { email: string } | null;
  onClose: () => void;
}

const emailForm = z.strictObject({ email: emailSchema, password: passwordSchema });
type EmailValues = z.infer<typeof emailForm>;

export default function EmailDialog({ target, onClose }: EmailDialogProps) {
  const { t } = useLingui();
  const { report } = useBrowser();
  const form = useSchemaForm<EmailValues, EmailValues>(emailForm);
  const { reset } = form;
  useEffect(() => {
    if (target) reset({ email: target.email, password: "" });
  }, [target, reset]);
  const change = trpc.account.changeEmail.useMutation({
    onSuccess: ({ detail }) => {
      onClose();
      void report.success(detail);
    },
    onError: (error) => {
      const code = problemOf(error)?.code;
      if (code === "password_incorrect") return form.refuse("password", code);
      if (!form.takeRefusal(error)) void report.failure(error);
    },
  });
  return (
    <FormDialog
      open={target !== null}
      onClose={onClose}
      title={t`Change email`}
      description={t`We send a link to the new address. Until you open it, the current one stays in use. We write to both.`}
      submitLabel={t`Send the link`}
      isBusy={change.isPending}
      onSubmit={form.handleSubmit((values) => change.mutate(values))}
    >
      <TextField
        label={t`New email`}
        type="email"
        inputMode="email"
        autoComplete="email"
        maxLength={emailLengthMax}
        required
        errors={form.errorsOf("email")}
        {...form.register("email")}
      />
      <CurrentPasswordField errors={form.errorsOf("password")} field={form.register("password")} />
    </FormDialog>
  );
}
