import { Plural } from "@lingui/react/macro";
import { useRef } from "react";
import { UnfinishedList } from "../../post-draft/unfinished-list.tsx";
import { useUnfinished } from "../../post-draft/use-unfinished.ts";

/** Shows earlier unfinished posts to an author who begins a new one. */
export function UnfinishedNotice({ ownDraftId }: { ownDraftId: number | null }) {
  const summary = useRef<HTMLElement>(null);
  const { unfinished } = useUnfinished();
  const others = unfinished?.filter(({ draft }) => !draft || draft.id !== ownDraftId) ?? [];
  if (others.length === 0) return null;
  return (
    <details className="rounded-card border border-line bg-sunken px-4 py-3">
      <summary ref={summary} className="cursor-pointer rounded-control font-[560] pointer-coarse:py-2">
        <Plural value={others.length} one="# unfinished post" other="# unfinished posts" />
      </summary>
      <UnfinishedList unfinished={others} heading="h2" onDeleted={() => summary.current?.focus()} />
    </details>
  );
}
