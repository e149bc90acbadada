import { Button } from "@daymark/ui/button";
import { Trans } from "@lingui/react/macro";
import { useHydrated } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useSecondsUntil } from "../../lib/count-down.tsx";

interface SubmitButtonProps {
  isBusy: boolean;
  /** Until when the server takes nothing, in milliseconds since the epoch; 0 where it does. */
  waitUntilMs?: number;
  children: ReactNode;
}

/** Sends the form. Until the page has come alive nothing could take what is sent, so it waits. */
export function SubmitButton({ isBusy, waitUntilMs = 0, children }: SubmitButtonProps) {
  const isAlive = useHydrated();
  const seconds = useSecondsUntil(waitUntilMs);
  const isWaiting = seconds > 0;
  return (
    <Button
      type="submit"
      kind="primary"
      size="large"
      isBusy={isBusy}
      disabled={!isAlive || isWaiting}
      className={`mt-2 tabular-nums ${isWaiting ? "" : "disabled:opacity-100!"}`}
    >
      {isWaiting ? <Trans>Try again in {seconds} s</Trans> : children}
    </Button>
  );
}
