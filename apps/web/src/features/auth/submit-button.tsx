import { Button } from "@daymark/ui/button";
import { useHydrated } from "@tanstack/react-router";
import type { ReactNode } from "react";

/** Sends the form. Until the page has come alive nothing could take what is sent, so it waits. */
export function SubmitButton({ isBusy, children }: { isBusy: boolean; children: ReactNode }) {
  const isAlive = useHydrated();
  return (
    <Button
      type="submit"
      kind="primary"
      size="large"
      isBusy={isBusy}
      disabled={!isAlive}
      className="mt-2 disabled:opacity-100!"
    >
      {children}
    </Button>
  );
}
