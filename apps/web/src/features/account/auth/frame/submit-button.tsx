import { Button } from "@daymark/ui/button";
import { Trans } from "@lingui/react/macro";
import { useHydrated } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useSecondsUntil } from "../../../../lib/messages/count-down.tsx";

interface SubmitButtonProps {
  isBusy: boolean;
  /** Until when the server refuses calls, in milliseconds since the epoch; 0 if it accepts them. */
  waitUntilMs?: number;
  children: ReactNode;
}

/** Submits the form. Disabled until the page is hydrated, because no code could handle the submit before. */
export function SubmitButton({ isBusy, waitUntilMs = 0, children }: SubmitButtonProps) {
  const isAlive = useHydrated();
  const seconds = useSecondsUntil(waitUntilMs);
  const isWaiting = seconds > 0;
  return (
    <Button
      type="submit"
      kind={isWaiting ? "secondary" : "primary"}
      size="large"
      isBusy={isBusy}
      disabled={!isAlive}
      // Not disabled during the countdown: it would lose the focus, and its text would be grey.
      aria-disabled={isWaiting || undefined}
      {...(isWaiting && { onClick: (event) => event.preventDefault() })}
      className={`mt-2 tabular-nums disabled:opacity-100! ${isWaiting ? "cursor-default!" : ""}`}
    >
      {isWaiting ? <Trans>Try again in {seconds} s</Trans> : children}
    </Button>
  );
}
