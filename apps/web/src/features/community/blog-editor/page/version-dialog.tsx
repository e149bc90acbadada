import type { BlogVersion } from "@daymark/domain/community/blog";
import { Button } from "@daymark/ui/button";
import { Dialog } from "@daymark/ui/dialog";
import { Segmented } from "@daymark/ui/segmented";
import { Spinner } from "@daymark/ui/spinner";
import { Trans, useLingui } from "@lingui/react/macro";
import ArrowLeft from "lucide-react/icons/arrow-left";
import { useState } from "react";
import { useFormat } from "../../../../lib/language/format.ts";
import { trpc } from "../../../../lib/network/trpc.ts";
import { PostBlocks } from "../../blog/post-blocks.tsx";
import { Failed } from "../../post-draft/failed.tsx";
import VersionComparison from "../version-comparison.tsx";
import type { Writing } from "../writing.ts";

interface VersionDialogProps {
  open: boolean;
  slug: string;
  writing: Writing;
  onClose: () => void;
  onRestore: (version: BlogVersion) => void;
}

/** The versions of a post, newest first: to read, to compare with the current text, and to restore. */
export default function VersionDialog({ open, slug, writing, onClose, onRestore }: VersionDialogProps) {
  const { t } = useLingui();
  const [number, setNumber] = useState<number | null>(null);
  const close = () => {
    setNumber(null);
    onClose();
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) close();
      }}
      title={number === null ? t`Version history` : t`Version ${number}`}
      closeLabel={t`Close`}
      width="wide"
    >
      {number === null ? (
        <VersionList open={open} slug={slug} onChoose={setNumber} />
      ) : (
        <Version
          {...{ slug, number, writing }}
          onBack={() => setNumber(null)}
          onRestore={(version) => {
            close();
            onRestore(version);
          }}
        />
      )}
    </Dialog>
  );
}

function VersionList({ open, slug, onChoose }: { open: boolean; slug: string; onChoose: (number: number) => void }) {
  const { t } = useLingui();
  const format = useFormat();
  const query = trpc.blog.version.list.useQuery({ blog_slug: slug }, { enabled: open, staleTime: 0 });
  const parts = { text: t`Text`, tags: t`Tags`, cover: t`Cover image`, signature: t`Author` };
  if (query.error) return <Failed error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Spinner />;
  return (
    <ol className="*:not-first:border-t *:not-first:border-line">
      {query.data.results.map(({ number, title, author, created_at, changed }) => (
        <li key={number}>
          <button
            type="button"
            onClick={() => onChoose(number)}
            className="flex w-full flex-wrap items-baseline gap-x-3 rounded-control px-2 py-3 text-left hover:bg-raised"
          >
            <span className="w-8 text-ink-muted tabular-nums">{number}</span>
            <span className="min-w-0 flex-1 break-words">
              <span className="font-[560]">{title}</span>
              {changed.length > 0 ? (
                <span className="block text-sm text-ink-muted">
                  {t`Changed: ${{ parts: changed.map((part) => parts[part]).join(", ") }}`}
                </span>
              ) : null}
            </span>
            <span className="text-sm text-ink-muted max-sm:w-full max-sm:pl-11">
              {author ?? t`A deleted account`} · <time dateTime={created_at}>{format.instant(created_at)}</time>
            </span>
          </button>
        </li>
      ))}
    </ol>
  );
}

interface VersionProps {
  slug: string;
  number: number;
  writing: Writing;
  onBack: () => void;
  onRestore: (version: BlogVersion) => void;
}

function Version({ slug, number, writing, onBack, onRestore }: VersionProps) {
  const { t, i18n } = useLingui();
  const [view, setView] = useState<"text" | "changes">("changes");
  const query = trpc.blog.version.get.useQuery({ blog_slug: slug, number });
  const { data } = query;
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Button size="small" kind="quiet" icon={<ArrowLeft aria-hidden="true" />} onClick={onBack}>
          <Trans>All versions</Trans>
        </Button>
        <Segmented
          label={t`What is shown`}
          value={view}
          onValueChange={setView}
          options={[
            { value: "changes", label: t`Changes since` },
            { value: "text", label: t`Its text` },
          ]}
        />
      </div>
      {query.error ? <Failed error={query.error} onRetry={() => void query.refetch()} /> : null}
      {query.isPending ? <Spinner /> : null}
      {data && view === "changes" ? <VersionComparison version={data} writing={writing} /> : null}
      {data && view === "text" ? (
        <article lang={writing.language}>
          {data.cover ? (
            <img
              src={data.cover.url}
              alt={data.cover.alt}
              width={data.cover.width}
              height={data.cover.height}
              className="mb-6 h-auto w-full rounded-card"
            />
          ) : null}
          <h3 className="text-3xl break-words">{data.title}</h3>
          <p className="mt-3 mb-8 text-lg break-words text-ink-muted">{data.description}</p>
          <PostBlocks blocks={data.blocks} />
          {data.tags && data.tags.length > 0 ? (
            <p lang={i18n.locale} className="mt-8 text-sm text-ink-muted">
              {t`Tags`}: <span lang={writing.language}>{data.tags.join(", ")}</span>
            </p>
          ) : null}
          {data.signed_by ? (
            <p lang={i18n.locale} className="mt-2 text-sm text-ink-muted">
              {t`Author`}: {data.signed_by}
            </p>
          ) : null}
        </article>
      ) : null}
      {data ? (
        <Button kind="primary" className="self-start" onClick={() => onRestore(data)}>
          <Trans>Restore this version</Trans>
        </Button>
      ) : null}
    </div>
  );
}
