import { Button } from "@daymark/ui/button";
import { EmptyState } from "@daymark/ui/empty-state";
import { useLingui } from "@lingui/react/macro";
import { type ReactNode, useState } from "react";

interface FailedStateProps {
  icon: ReactNode;
  title: string;
  text: string;
  className?: string;
  onRetry: () => Promise<unknown>;
}

/** Shown in place of content that could not be loaded, with a retry button. */
export function FailedState({ onRetry, ...words }: FailedStateProps) {
  const { t } = useLingui();
  const [isBusy, setBusy] = useState(false);
  return (
    <div role="alert">
      <EmptyState
        tone="danger"
        {...words}
        action={
          <Button
            kind="primary"
            isBusy={isBusy}
            onClick={async () => {
              setBusy(true);
              await onRetry();
              setBusy(false);
            }}
          >
            {t`Try again`}
          </Button>
        }
      />
    </div>
  );
}
