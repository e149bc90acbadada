import { Button } from "@daymark/ui/button";
import { Card } from "@daymark/ui/card";
import { Skeleton } from "@daymark/ui/skeleton";
import { Trans } from "@lingui/react/macro";
import CloudOff from "lucide-react/icons/cloud-off";
import { type ReactNode, useEffect, useRef } from "react";
import { Outcome } from "../auth/frame/outcome.tsx";

interface ConsentFrameProps {
  title: ReactNode;
  intro: ReactNode;
  children: ReactNode;
}

/** One narrow column with one decision. Its heading gets the focus when it replaces another step. */
export function ConsentFrame({ title, intro, children }: ConsentFrameProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!document.activeElement?.closest("main")) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div className="flex flex-1 flex-col justify-center px-4 py-12 sm:py-16">
      <div className="mx-auto w-full max-w-[25rem]">
        <h1 ref={heading} tabIndex={-1} className="text-3xl [overflow-wrap:anywhere]">
          {title}
        </h1>
        <div className="mt-3 flex flex-col gap-3 text-ink-muted [overflow-wrap:anywhere]">{intro}</div>
        <Card className="mt-8 px-3 py-5 sm:px-6">{children}</Card>
      </div>
    </div>
  );
}

/** The shape of the decision, until it is known. */
export function ConsentShape() {
  return (
    <div className="flex flex-1 flex-col justify-center px-4 py-12 sm:py-16" aria-busy="true">
      <div className="mx-auto flex w-full max-w-[25rem] flex-col gap-3">
        <Skeleton className="h-10 w-full" />
        <Skeleton className="h-16 w-full" />
      </div>
    </div>
  );
}

export function ConsentUnreachable({ isBusy, onRetry }: { isBusy: boolean; onRetry: () => void }) {
  return (
    <Outcome
      tone="danger"
      icon={<CloudOff aria-hidden="true" />}
      title={<Trans>The request could not be loaded</Trans>}
      action={
        <Button kind="primary" isBusy={isBusy} onClick={onRetry}>
          <Trans>Try again</Trans>
        </Button>
      }
    >
      <Trans>
        No access was granted. Check your connection and try again. If it still fails, the application’s site may be
        down.
      </Trans>
    </Outcome>
  );
}
