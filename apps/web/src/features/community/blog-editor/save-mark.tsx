import { Button } from "@daymark/ui/button";
import { Trans, useLingui } from "@lingui/react/macro";
import Check from "lucide-react/icons/check";
import CircleExclamationPoint from "lucide-react/icons/circle-exclamation-point";
import CloudOff from "lucide-react/icons/cloud-off";
import { useFormat } from "../../../lib/language/format.ts";
import { sentence } from "../../../lib/messages/sentence.ts";
import type { Editor } from "./use-editor.ts";

/** The save state. Only errors are announced, not every save. */
export function SaveMark({ saver }: Editor) {
  const { t, i18n } = useLingui();
  const format = useFormat();
  const { state, savedAt, error } = saver;
  const time = savedAt === null ? "" : format.instant(new Date(savedAt).toISOString(), { timeStyle: "short" });
  const isWrong = state === "offline" || state === "failed" || state === "conflict";
  return (
    <div
      role={isWrong ? "alert" : undefined}
      className="flex min-w-0 items-center gap-1.5 text-sm text-ink-muted [&_svg]:size-4 [&_svg]:shrink-0"
    >
      {state === "offline" ? (
        <>
          <CloudOff aria-hidden="true" className="text-warning-text" />
          <span>{t`Not saved: offline. It is kept in this browser.`}</span>
        </>
      ) : state === "failed" ? (
        <>
          <CircleExclamationPoint aria-hidden="true" className="text-danger-text" />
          <span>{t`Not saved: ${{ why: sentence(i18n, error) }}`}</span>
          <Button size="small" kind="quiet" onClick={() => void saver.flush()}>
            <Trans>Try again</Trans>
          </Button>
        </>
      ) : state === "conflict" ? (
        <>
          <CircleExclamationPoint aria-hidden="true" className="text-danger-text" />
          <span>{t`Not saved: someone else saved a version too.`}</span>
        </>
      ) : state === "saving" || state === "typed" ? (
        <span>{t`Saving…`}</span>
      ) : savedAt === null ? null : (
        <>
          <Check aria-hidden="true" className="text-success-text" />
          <span>{t`Saved at ${time}`}</span>
        </>
      )}
    </div>
  );
}
