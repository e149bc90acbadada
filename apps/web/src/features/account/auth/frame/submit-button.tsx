import { Button } from "@daymark/ui/button";
import { Trans } from "@lingui/react/macro";
import { useHydrated } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useSecondsUntil } from "../../../../lib/messages/count-down.tsx";

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
      kind={isWaiting ? "secondary" : "primary"}
      size="large"
      isBusy={isBusy}
      disabled={!isAlive}
      // Not disabled while it counts: it would lose the focus, and its words would pale.
      aria-disabled={isWaiting || undefined}
      {...(isWaiting && { onClick: (event) => event.preventDefault() })}
      className={`mt-2 tabular-nums disabled:opacity-100! ${isWaiting ? "cursor-default!" : ""}`}
    >
      {isWaiting ? <Trans>Try again in {seconds} s</Trans> : children}
    </Button>
  );
}
