import { emailSchema } from "@daymark/domain/account/auth";
import { type MailOutcome, type SetupCheck, setupSendTestInput } from "@daymark/domain/operator/setup";
import { Button } from "@daymark/ui/button";
import { FieldErrors } from "@daymark/ui/field";
import { Trans, useLingui } from "@lingui/react/macro";
import { sentence } from "../../../lib/messages/sentence.ts";
import { trpc } from "../../../lib/network/trpc.ts";
import type { SetupFormState } from "./setup-form.tsx";
import { mailInputOf } from "./setup-values.ts";

/** Sends a mail to the admin's address, and says how that ended. */
export function TestMail({ form, fixed }: { form: SetupFormState; fixed: SetupCheck }) {
  const { t, i18n } = useLingui();
  const words = useOutcomeWords();
  const send = trpc.setup.sendTest.useMutation({ onError: (error) => void form.takeRefusal(error) });
  const email = form.watch("email") ?? "";
  const to = emailSchema.safeParse(email);
  const start = async () => {
    const values = form.getValues();
    const input = { code: values.code, to: to.data ?? "", ...mailInputOf(values, fixed) };
    // The fields show what the whole form finds wrong with them.
    const isSound = setupSendTestInput.safeParse(input).success;
    if (isSound) send.mutate(input);
    else await form.trigger(["smtp_host", "smtp_port", "smtp_username", "smtp_password", "mail_from"]);
  };
  const outcome = send.data?.outcome;
  const isGood = outcome === "sent" || outcome === "written";
  return (
    <div className="flex flex-col gap-1.5">
      <Button type="button" isBusy={send.isPending} disabled={!to.success} onClick={() => void start()}>
        <Trans>Send a test email</Trans>
      </Button>
      <p role="status" className={`text-sm leading-snug ${isGood ? "text-success-text" : "text-ink-muted"}`}>
        {isGood || outcome === undefined
          ? outcome
            ? words(outcome, email)
            : to.success
              ? t`To ${email}.`
              : t`Enter the admin’s email above first.`
          : null}
      </p>
      <FieldErrors
        errors={outcome && !isGood ? [words(outcome, email)] : send.error ? [sentence(i18n, send.error)] : []}
      />
    </div>
  );
}

/** What each outcome means, and what to do. */
function useOutcomeWords(): (outcome: MailOutcome, to: string) => string {
  const { t } = useLingui();
  return (outcome, to) =>
    ({
      sent: t`The mail server accepted the email to ${to}. Check the inbox and the spam folder.`,
      written: t`There is no mail server. The email was saved in the folder “mail” of the data folder.`,
      refused: t`The mail server refuses the connection. Check its name, the port and the firewall.`,
      host_unknown: t`No server has this name. Check the spelling.`,
      timed_out: t`The mail server does not answer. Check its name and the port; some networks block port 25.`,
      certificate: t`The mail server’s certificate is not trusted, or is for another name. If you issued it yourself, set SMTP_CA to its certificate authority.`,
      tls_missing: t`The mail server does not support this encryption. Choose the other one or another port.`,
      credentials: t`The mail server does not accept the username or password.`,
      sender: t`The mail server does not accept the sender address. Enter one that is yours on that server.`,
      recipient: t`The mail server refuses to send to ${to}.`,
      failed: t`The mail server refused the email. Try again, or check its log.`,
    })[outcome];
}
