import { passwordResetInput } from "@daymark/domain/account/account";
import { passwordLengthMax } from "@daymark/domain/account/auth";
import { linkClass } from "@daymark/ui/link";
import { Trans, useLingui } from "@lingui/react/macro";
import { Link, useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useApp } from "../../../lib/app.ts";
import { useSchemaForm } from "../../../lib/form/form.ts";
import { problemOf } from "../../../lib/network/problem.ts";
import { trpc } from "../../../lib/network/trpc.ts";
import { AuthPage } from "./frame/auth-page.tsx";
import { FormFoot } from "./frame/form-foot.tsx";
import { useRefusal } from "./frame/use-refusal.ts";
import { NewPasswordFields } from "./new-password/new-password-fields.tsx";
import { useEndedSession } from "./use-ended-session.ts";

interface NewPasswordValues {
  token: string;
  password: string;
  password_confirmation: string;
}

interface NewPasswordProps {
  token: string;
  /** Whether it is the first password of an account that an admin has made. */
  isFirst: boolean;
  /** Shown if the link does not work any more. */
  expired: ReactNode;
}

/** The new password of a reset, or the first one of an account. Sessions end, so the next step is to log in. */
export function NewPassword({ token, isFirst, expired }: NewPasswordProps) {
  const { t } = useLingui();
  const { browser } = useApp();
  const navigate = useNavigate();
  const leaveEndedSession = useEndedSession();
  const refusal = useRefusal();
  const form = useSchemaForm<NewPasswordValues, NewPasswordValues>(passwordResetInput, {
    token,
    password: "",
    password_confirmation: "",
  });
  const reset = trpc.account.resetPassword.useMutation({
    onSuccess: async ({ detail }) => {
      if (isFirst) void browser?.report.success("password_added");
      else void browser?.report.success(detail);
      await leaveEndedSession();
      await navigate({ to: "/login", replace: true });
    },
    onError: (error) => {
      if (problemOf(error)?.code === "token_invalid") return;
      if (!form.takeRefusal(error)) void refusal.tell(error);
    },
  });
  if (problemOf(reset.error)?.code === "token_invalid") return expired;
  return (
    <AuthPage
      title={isFirst ? t`Choose your password` : t`Choose a new password`}
      intro={
        isFirst ? (
          <Trans>An admin has created this account for you. You log in with its username and this password.</Trans>
        ) : (
          <Trans>Saving it logs you out on all devices.</Trans>
        )
      }
      foot={
        isFirst ? null : (
          <Trans>
            Remembered it?{" "}
            <Link to="/login" className={linkClass}>
              Log in
            </Link>
          </Trans>
        )
      }
    >
      <form
        method="post"
        noValidate
        className="flex flex-col gap-5"
        onSubmit={form.handleSubmit((values) => reset.mutate(values))}
      >
        <NewPasswordFields
          label={t`New password`}
          password={form.register("password")}
          confirmation={form.register("password_confirmation", { deps: ["password"] })}
          passwordErrors={form.errorsOf("password")}
          confirmationErrors={form.errorsOf("password_confirmation")}
          typed={form.watch("password") ?? ""}
          maxLength={passwordLengthMax}
        />
        <FormFoot isBusy={reset.isPending || reset.isSuccess} refusal={refusal}>
          <Trans>Save password</Trans>
        </FormFoot>
      </form>
    </AuthPage>
  );
}
