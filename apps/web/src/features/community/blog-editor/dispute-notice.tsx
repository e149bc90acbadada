import { Button } from "@daymark/ui/button";
import { Trans, useLingui } from "@lingui/react/macro";
import { useFormat } from "../../../lib/language/format.ts";
import { lazyComponent } from "../../../lib/lazy-component.tsx";
import { flash } from "../../../lib/messages/flash.ts";
import type { Editor } from "./use-editor.ts";
import { saidIn } from "./writing.ts";

const VersionComparison = lazyComponent(
  () => import("./version-comparison.tsx"),
  () => true,
);

/** Gets the focus if the user wants to publish before resolving a conflict. */
export const disputeId = "dispute";
export const editorHeadingId = "editor-heading";

/** Another user saved at the same time: the author chooses which version to keep. */
export function DisputeNotice({ editor }: { editor: Editor }) {
  const { t } = useLingui();
  const format = useFormat();
  const { theirs } = editor.saver;
  if (!theirs) return null;
  const { author } = theirs;
  const time = format.instant(theirs.updated_at);
  const settle = (choice: "mine" | "theirs") => {
    editor.settle(choice);
    // The pressed button was removed with the notice.
    document.getElementById(editorHeadingId)?.focus();
  };
  const takeTheirs = () => {
    const mine = editor.read().writing;
    settle("theirs");
    flash({
      text: t`You are now editing the other version.`,
      timeoutMs: 15_000,
      action: { label: t`Undo`, onAction: () => editor.write(mine) },
    });
  };
  return (
    <section
      aria-labelledby={disputeId}
      className="rounded-card border border-warning-text/50 bg-warning-soft p-4 sm:p-5"
    >
      <h2 id={disputeId} tabIndex={-1} className="scroll-mt-40 text-lg">
        <Trans>Two people edited this</Trans>
      </h2>
      <p role="alert" className="mt-1">
        {author ? (
          <Trans>
            {author} saved a different version on {time}. Yours is kept in this browser until you choose.
          </Trans>
        ) : (
          <Trans>A different version was published on {time}. Yours is kept in this browser until you choose.</Trans>
        )}
      </p>
      <details className="mt-3">
        <summary className="w-fit cursor-pointer rounded-control text-sm font-[560] pointer-coarse:py-3">
          <Trans>How yours differs from theirs</Trans>
        </summary>
        <div className="mt-3 rounded-control bg-surface p-3">
          <VersionComparison version={saidIn(editor.writingBy(theirs.content))} writing={editor.writing} />
        </div>
      </details>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button kind="primary" size="small" onClick={() => settle("mine")}>
          <Trans>Keep mine</Trans>
        </Button>
        <Button size="small" onClick={takeTheirs}>
          <Trans>Take theirs</Trans>
        </Button>
      </div>
    </section>
  );
}
