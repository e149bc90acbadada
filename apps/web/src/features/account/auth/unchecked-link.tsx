import { Button } from "@daymark/ui/button";
import { Trans } from "@lingui/react/macro";
import CircleExclamationPoint from "lucide-react/icons/circle-exclamation-point";
import { Outcome } from "./frame/outcome.tsx";

/** Shown if a mailed link could not be checked because the server did not respond. */
export function UncheckedLink({ onRetry }: { onRetry: () => void }) {
  return (
    <Outcome
      tone="danger"
      icon={<CircleExclamationPoint aria-hidden="true" />}
      title={<Trans>We could not check the link</Trans>}
      action={
        <Button kind="primary" onClick={onRetry}>
          <Trans>Try again</Trans>
        </Button>
      }
    >
      <Trans>The server did not answer. Your link still works.</Trans>
    </Outcome>
  );
}
