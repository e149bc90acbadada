import { Spinner } from "@daymark/ui/spinner";
import { Trans } from "@lingui/react/macro";
import Check from "lucide-react/icons/check";
import { useEffect, useState } from "react";
import type { SavePhase } from "./use-setting.ts";

/** Long enough to be noticed. */
const shownMs = 4_000;
/** A save shorter than this shows no progress. */
const progressDelayMs = 300;

/** Shows beside a setting that it is being saved, and then that it was saved. */
export function SavedMark({ phase }: { phase: SavePhase }) {
  const shown = useShown(phase);
  return (
    <span role="status" className="inline-flex items-center gap-1.5 text-sm font-normal text-ink-muted empty:hidden">
      {shown === "saving" ? (
        <>
          <Spinner />
          <Trans>Saving…</Trans>
        </>
      ) : shown === "saved" ? (
        <>
          <Check aria-hidden="true" className="size-4 text-success-text" />
          <Trans>Saved</Trans>
        </>
      ) : null}
    </span>
  );
}

function useShown(phase: SavePhase): SavePhase {
  const [shown, setShown] = useState<SavePhase>("idle");
  useEffect(() => {
    if (phase === "saving") {
      const timer = setTimeout(() => setShown("saving"), progressDelayMs);
      return () => clearTimeout(timer);
    }
    setShown(phase);
    if (phase !== "saved") return;
    const timer = setTimeout(() => setShown("idle"), shownMs);
    return () => clearTimeout(timer);
  }, [phase]);
  return shown;
}
