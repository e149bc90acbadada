import { buttonClass } from "@daymark/ui/button";
import { Trans, useLingui } from "@lingui/react/macro";
import Plus from "lucide-react/icons/plus";
import { useRef } from "react";
import { Failed } from "./failed.tsx";
import { UnfinishedList } from "./unfinished-list.tsx";
import { useUnfinished } from "./use-unfinished.ts";

/** The part above the list of posts for admins: a link to a new post, and all unpublished content. */
export default function UnfinishedPosts({ isStaff }: { isStaff: boolean }) {
  return isStaff ? <Section /> : null;
}

function Section() {
  const { t } = useLingui();
  const { unfinished, error, retry } = useUnfinished();
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <section aria-label={t`For admins`} className="mt-8 rounded-card border border-line bg-sunken p-4 sm:p-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 ref={heading} tabIndex={-1} className="text-lg">
          {unfinished?.length === 0 ? <Trans>Everything is published</Trans> : <Trans>Not published yet</Trans>}
        </h2>
        <a href="/blog/new" className={buttonClass({ kind: "primary", size: "small" })}>
          <Plus aria-hidden="true" />
          <Trans>New Blog</Trans>
        </a>
      </div>
      {error ? <Failed error={error} onRetry={retry} /> : null}
      {unfinished && unfinished.length > 0 ? (
        <UnfinishedList unfinished={unfinished} heading="h3" onDeleted={() => heading.current?.focus()} />
      ) : null}
    </section>
  );
}
