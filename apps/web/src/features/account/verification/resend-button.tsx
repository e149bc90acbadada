import { Button, type ButtonKind, type ButtonSize } from "@daymark/ui/button";
import { Trans } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { useBrowser, useSite } from "../../../lib/app.ts";
import { problemOf } from "../../../lib/network/problem.ts";
import { trpc } from "../../../lib/network/trpc.ts";

interface ResendButtonProps {
  kind?: ButtonKind;
  size?: ButtonSize;
  className?: string;
  /** Names it in fewer words. */
  isShort?: boolean;
}

/** Sends the verification mail again, to the address of the logged-in user. */
export function ResendButton({ kind, size, className, isShort = false }: ResendButtonProps) {
  const { report } = useBrowser();
  const { provider } = useSite().captcha;
  const { client } = trpc.useUtils();
  const resend = useMutation({
    mutationFn: async () => {
      const send = (answer: { captcha?: string }) => client.auth.sendEmailVerification.mutate(answer);
      try {
        return await send({});
      } catch (error) {
        // After a few mails the server requires a captcha. That is rare, so its code is fetched only then.
        if (!problemOf(error)?.code.startsWith("captcha_")) throw error;
        const { captchaFor } = await import("../captcha/captcha-for.ts");
        return captchaFor(client, "verify_email", { provider, findSlot: () => null }).send(send, { isAsked: true });
      }
    },
    onSuccess: ({ detail }) => report.success(detail),
    onError: (error) => report.failure(error),
  });
  return (
    <Button {...{ kind, size, className }} isBusy={resend.isPending} onClick={() => resend.mutate()}>
      {isShort ? <Trans>Send again</Trans> : <Trans>Send the link again</Trans>}
    </Button>
  );
}
