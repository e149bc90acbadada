import { Badge } from "@daymark/ui/badge";
import { IconButton } from "@daymark/ui/icon-button";
import { linkClass, quietLinkClass } from "@daymark/ui/link";
import { Trans, useLingui } from "@lingui/react/macro";
import RotateCcw from "lucide-react/icons/rotate-ccw";
import Trash from "lucide-react/icons/trash";
import { languageNames } from "../../../layout/menu/language-menu.tsx";
import { useFormat } from "../../../lib/language/format.ts";
import { pathOf, type Unfinished } from "./unfinished.ts";
import { useDeleteDraft } from "./use-delete-draft.ts";

interface UnfinishedListProps {
  unfinished: readonly Unfinished[];
  heading: "h2" | "h3";
  /** Called when the row of the pressed button is removed. */
  onDeleted: () => void;
}

/** Unfinished posts, to continue or to delete. */
export function UnfinishedList({ unfinished, heading, onDeleted }: UnfinishedListProps) {
  return (
    <ul className="mt-2 *:not-first:border-t *:not-first:border-line">
      {unfinished.map((one) => (
        <Row key={one.draft?.id ?? one.slug} one={one} heading={heading} onDeleted={onDeleted} />
      ))}
    </ul>
  );
}

interface RowProps extends Omit<UnfinishedListProps, "unfinished"> {
  one: Unfinished;
}

function Row({ one, heading: Heading, onDeleted }: RowProps) {
  const { t } = useLingui();
  const format = useFormat();
  const { title, language, slug, draft, saved_at } = one;
  const name = title.trim() || t`Untitled`;
  const remove = useDeleteDraft(onDeleted);
  const time = format.instant(saved_at);
  const author = draft?.author;
  return (
    <li className="flex items-start gap-3 py-3">
      <div className="min-w-0 flex-1">
        <Heading className="text-base leading-snug break-words">
          {/* A new document: only that may show images from other hosts. */}
          <a
            href={pathOf(one)}
            className={`inline-block min-h-6 ${linkClass}`}
            {...(title.trim() !== "" && { lang: language })}
          >
            {name}
          </a>
        </Heading>
        <p className="mt-1.5 flex flex-wrap items-center gap-x-2.5 gap-y-1 text-sm text-ink-muted">
          <Status one={one} />
          <span lang={language}>{languageNames[language]}</span>
          <span>{author ? t`Saved ${time}, ${author}` : t`Saved ${time}`}</span>
          {slug === null ? null : (
            <a href={`/blog/${slug}`} className={quietLinkClass}>
              <Trans>View post</Trans>
            </a>
          )}
        </p>
      </div>
      {draft ? (
        <IconButton
          label={slug === null ? t`Delete draft: ${name}` : t`Discard changes: ${name}`}
          size="small"
          disabled={remove.isBusy}
          onClick={() => void remove.remove(draft)}
        >
          {slug === null ? <Trash aria-hidden="true" /> : <RotateCcw aria-hidden="true" />}
        </IconButton>
      ) : null}
    </li>
  );
}

/** Whether and when readers can see it. */
function Status({ one: { status, published_at } }: { one: Unfinished }) {
  const { t } = useLingui();
  const format = useFormat();
  if (status === "published") return <Badge>{t`Unpublished changes`}</Badge>;
  if (published_at === null) return <Badge tone="warning">{t`Draft`}</Badge>;
  return <Badge tone="info">{t`Scheduled for ${{ time: format.instant(published_at) }}`}</Badge>;
}
