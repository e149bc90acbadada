import { Button, type ButtonKind, type ButtonSize } from "@daymark/ui/button";
import { Trans } from "@lingui/react/macro";
import { useBrowser } from "../lib/app.ts";
import { trpc } from "../lib/trpc.ts";

/** Sends the verification mail again, to the address of whoever is logged in. */
export function ResendButton({ kind, size }: { kind?: ButtonKind; size?: ButtonSize }) {
  const { report } = useBrowser();
  const resend = trpc.auth.sendEmailVerification.useMutation({
    onSuccess: ({ detail }) => report.success(detail),
    onError: (error) => report.failure(error),
  });
  return (
    <Button {...{ kind, size }} isBusy={resend.isPending} onClick={() => resend.mutate({})}>
      <Trans>Send the link again</Trans>
    </Button>
  );
}
