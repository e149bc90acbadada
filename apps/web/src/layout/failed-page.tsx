import { Button } from "@daymark/ui/button";
import { Trans, useLingui } from "@lingui/react/macro";
import { PageHead } from "../lib/head.tsx";

/** Shown if a page fails to render, for any reason. Saved data is safe on the server. */
export function FailedPage() {
  const { t } = useLingui();
  return (
    <div role="alert" className="flex flex-1 flex-col items-center justify-center px-4 py-24 text-center sm:px-6">
      <PageHead title={t`This page could not be shown`} />
      <h1 className="text-3xl sm:text-4xl">
        <Trans>This page could not be shown</Trans>
      </h1>
      <p className="mt-3 max-w-[44ch] text-ink-muted">
        <Trans>Everything you saved is safe. Check your connection and reload the page.</Trans>
      </p>
      <Button kind="primary" className="mt-8" onClick={() => location.reload()}>
        <Trans>Reload the page</Trans>
      </Button>
    </div>
  );
}
