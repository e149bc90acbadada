import { Button } from "@daymark/ui/button";
import { Trans } from "@lingui/react/macro";
import { CircleAlert } from "lucide-react";
import { Outcome } from "./frame/outcome.tsx";

/** A mail's link of which nobody can say now whether it is good: no answer came. */
export function UncheckedLink({ onRetry }: { onRetry: () => void }) {
  return (
    <Outcome
      tone="danger"
      icon={<CircleAlert aria-hidden="true" />}
      title={<Trans>We could not check the link</Trans>}
      action={
        <Button kind="primary" onClick={onRetry}>
          <Trans>Try again</Trans>
        </Button>
      }
    >
      <Trans>The server did not answer. Your link is not used up.</Trans>
    </Outcome>
  );
}
