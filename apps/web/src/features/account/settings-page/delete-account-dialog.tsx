import { passwordSchema } from "@daymark/domain/account/auth";
import { backupCodeLength, securityCodeLength } from "@daymark/domain/account/two-factor";
import { TextField } from "@daymark/ui/text-field";
import { Trans, useLingui } from "@lingui/react/macro";
import { useRef } from "react";
import * as z from "zod/mini";
import { useBrowser } from "../../../lib/app.ts";
import { useSchemaForm } from "../../../lib/form/form.ts";
import { problemOf } from "../../../lib/network/problem.ts";
import { trpc } from "../../../lib/network/trpc.ts";
import { secondFactorOf, secondFactorSchema } from "../security/step-up/second-factor.ts";
import { notConfirmed, useStepUp } from "../security/step-up/use-step-up.tsx";
import { AccountContents } from "../settings/account-contents.tsx";
import { CurrentPasswordField } from "../settings/current-password-field.tsx";
import { FormDialog } from "../settings/form-dialog.tsx";
import type { Profile } from "../settings/profile.ts";

interface DeleteAccountDialogProps {
  open: boolean;
  profile: Profile;
  onClose: () => void;
}

interface DeleteValues {
  username: string;
  password?: string;
  code?: string;
}

/** Shows what will be deleted. To continue, the user types their name and confirms their identity. */
export default function DeleteAccountDialog({ open, profile, onClose }: DeleteAccountDialogProps) {
  const { t } = useLingui();
  const { username } = profile;
  const { report, session } = useBrowser();
  const stepUp = useStepUp();
  const form = useSchemaForm<DeleteValues, DeleteValues>(schemaFor(profile), { username: "", password: "", code: "" });
  const isGone = useRef(false);
  const remove = trpc.account.delete.useMutation();
  const close = () => {
    onClose();
    form.reset();
  };
  const submit = async ({ password, code }: DeleteValues) => {
    try {
      const given = {
        ...(profile.has_password && { password }),
        ...(profile.two_factor_enabled && code && secondFactorOf(code)),
      };
      const answer = await stepUp.confirmed(() => remove.mutateAsync(given));
      if (answer === notConfirmed || isGone.current) return;
      isGone.current = true;
      onClose();
      // The server has ended this session with all the others.
      session.end("deleted");
      void report.success(answer.detail);
    } catch (error) {
      const refused = problemOf(error)?.code;
      if (refused === "password_incorrect") return form.refuse("password", refused);
      if (refused === "security_code_invalid" || refused === "backup_code_invalid") return form.refuse("code", refused);
      if (!form.takeRefusal(error)) void report.failure(error);
    }
  };
  return (
    <FormDialog
      open={open}
      onClose={close}
      title={t`Delete account`}
      description={t`This is permanent: what you delete now cannot be brought back.`}
      submitLabel={t`Delete my account`}
      submitKind="danger"
      isBusy={remove.isPending}
      onSubmit={form.handleSubmit(submit)}
    >
      <AccountContents isWanted={open} />
      <TextField
        label={t`Type your username to confirm`}
        hint={
          <Trans>
            It is <b className="font-[560] text-ink">{username}</b>.
          </Trans>
        }
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
        errors={form.formState.errors.username ? [t`Type ${username} here.`] : []}
        {...form.register("username")}
      />
      {profile.has_password ? (
        <CurrentPasswordField errors={form.errorsOf("password")} field={form.register("password")} />
      ) : null}
      {profile.two_factor_enabled ? (
        <TextField
          label={t`Security code or backup code`}
          hint={t`The 6 digits from your authenticator app, or one of the codes you saved.`}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={Math.max(securityCodeLength, backupCodeLength) + 4}
          required
          errors={form.errorsOf("code")}
          {...form.register("code")}
        />
      ) : null}
      {stepUp.dialog}
    </FormDialog>
  );
}

function schemaFor({ username, has_password, two_factor_enabled }: Profile) {
  const ignored = z.optional(z.string());
  return z.object({
    username: z.string().check(z.refine((typed) => typed.trim() === username, { error: "invalid" })),
    password: has_password ? passwordSchema : ignored,
    code: two_factor_enabled ? secondFactorSchema : ignored,
  });
}
