import { Trans } from "@lingui/react/macro";
import { useId } from "react";
import { useFormat } from "../../../lib/language/format.ts";
import type { ImportStep } from "./use-import.ts";

/** The upload progress; then an indeterminate bar while the server reads the file. */
export function SendingBar({ step }: { step: Extract<ImportStep, { name: "sending" }> }) {
  const format = useFormat();
  const id = useId();
  const isSent = step.sent >= 1;
  const { name } = step.file;
  return (
    <div className="flex flex-col gap-2 py-4">
      <div className="flex items-baseline justify-between gap-4 text-sm">
        <p id={id} aria-live="polite">
          {!isSent ? (
            <Trans>Sending {name}…</Trans>
          ) : step.isDryRun ? (
            <Trans>Checking what it would change…</Trans>
          ) : (
            <Trans>Adding it to your habits…</Trans>
          )}
        </p>
        <span aria-hidden="true" className="text-ink-muted tabular-nums">
          {isSent ? null : format.percent(step.sent)}
        </span>
      </div>
      <progress
        aria-labelledby={id}
        {...(isSent ? {} : { value: step.sent })}
        max={1}
        className="h-2 w-full accent-(--accent)"
      />
    </div>
  );
}
