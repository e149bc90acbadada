import { Button } from "@daymark/ui/button";
import { Trans, useLingui } from "@lingui/react/macro";
import { sentence } from "../../../lib/messages/sentence.ts";

/** A failed query: the reason, and a retry button. */
export function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { i18n } = useLingui();
  return (
    <div role="alert" className="flex flex-col items-start gap-3 py-6">
      <p>{sentence(i18n, error)}</p>
      <Button size="small" onClick={onRetry}>
        <Trans>Try again</Trans>
      </Button>
    </div>
  );
}
