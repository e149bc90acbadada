import { passwordResetAskInput } from "@daymark/domain/account/account";
import { emailLengthMax } from "@daymark/domain/account/auth";
import { Button, buttonClass } from "@daymark/ui/button";
import { linkClass } from "@daymark/ui/link";
import { TextField } from "@daymark/ui/text-field";
import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import MailCheck from "lucide-react/icons/mail-check";
import { useSchemaForm } from "../../../lib/form/form.ts";
import { trpc } from "../../../lib/network/trpc.ts";
import { useCaptcha } from "../captcha/use-captcha.ts";
import { AuthPage } from "./frame/auth-page.tsx";
import { FormFoot } from "./frame/form-foot.tsx";
import { Outcome } from "./frame/outcome.tsx";
import { useRefusal } from "./frame/use-refusal.ts";
import { useTypedName } from "./typed-name.ts";

interface ResetValues {
  email: string;
}

/** Requests the mail with the link. The page does not reveal whether an account has the address. */
export function AskReset() {
  const { t } = useLingui();
  const { client } = trpc.useUtils();
  const email = useTypedName() ?? "";
  const refusal = useRefusal();
  const captcha = useCaptcha("reset_password");
  const form = useSchemaForm<ResetValues, ResetValues>(passwordResetAskInput, { email }, { judged: "sent" });
  const ask = useMutation({
    mutationFn: ({ email }: ResetValues) =>
      captcha.send((answer) => client.account.sendPasswordReset.mutate({ email, ...answer })),
    onError: (error) => {
      if (!form.takeRefusal(error)) void refusal.tell(error);
    },
  });
  if (ask.isSuccess) return <Sent email={ask.variables.email} onAgain={ask.reset} />;
  return (
    <AuthPage
      title={t`Reset your password`}
      intro={
        <Trans>Enter the email address of your account, and we will send you a link to choose a new password.</Trans>
      }
      foot={
        <Trans>
          Remembered it?{" "}
          <Link to="/login" className={linkClass}>
            Log in
          </Link>
        </Trans>
      }
    >
      <form
        method="post"
        noValidate
        className="flex flex-col gap-5"
        onSubmit={form.handleSubmit((values) => ask.mutate(values))}
      >
        <TextField
          label={t`Email`}
          type="email"
          inputMode="email"
          autoComplete="email"
          maxLength={emailLengthMax}
          required
          errors={form.errorsOf("email")}
          {...form.register("email")}
        />
        <div ref={captcha.slot} className="empty:hidden" />
        <FormFoot isBusy={ask.isPending} refusal={refusal}>
          <Trans>Send the link</Trans>
        </FormFoot>
      </form>
    </AuthPage>
  );
}

function Sent({ email, onAgain }: { email: string; onAgain: () => void }) {
  return (
    <Outcome
      tone="success"
      icon={<MailCheck aria-hidden="true" />}
      title={<Trans>Check your inbox</Trans>}
      action={
        <>
          <Link to="/login" className={buttonClass({ kind: "primary" })}>
            <Trans>Back to log-in</Trans>
          </Link>
          <Button onClick={onAgain}>
            <Trans>Use another address</Trans>
          </Button>
        </>
      }
    >
      <p className="[overflow-wrap:anywhere]">
        <Trans>
          If an account with the address <strong className="font-[560] text-ink">{email}</strong> exists, a link to
          choose a new password is on its way.
        </Trans>
      </p>
      <p>
        <Trans>The link works once, for an hour. Nothing there? Check the spam folder too.</Trans>
      </p>
    </Outcome>
  );
}
