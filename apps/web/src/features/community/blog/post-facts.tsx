import type { BlogCard } from "@daymark/domain/community/blog";
import { Badge } from "@daymark/ui/badge";
import { Plural, Trans } from "@lingui/react/macro";
import Clock from "lucide-react/icons/clock";
import { useFormat } from "../../../lib/language/format.ts";

interface PostFactsProps {
  post: Pick<BlogCard, "author" | "published_at" | "updated_at" | "published" | "reading_minutes">;
  /** Also shows when it was last changed, if that was later. */
  withChange?: boolean;
}

/** Changes within a day of the publication are corrections, so they are not shown. */
const changeFromMs = 86_400_000;

/** Who wrote a post, when it was published and its reading time; for an unpublished one, its status. */
export function PostFacts({ post, withChange = false }: PostFactsProps) {
  const { author, published_at, updated_at, published, reading_minutes } = post;
  const isChanged =
    withChange && published_at !== null && Date.parse(updated_at) - Date.parse(published_at) > changeFromMs;
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-muted">
      {published_at === null ? (
        <Badge tone="warning">
          <Trans>Draft</Trans>
        </Badge>
      ) : published ? null : (
        <Badge tone="info">
          <Trans>Scheduled</Trans>
        </Badge>
      )}
      <span className="min-w-0 break-words text-ink">{author ?? <Trans>Daymark team</Trans>}</span>
      {published_at === null ? null : <Day instant={published_at} />}
      {isChanged ? (
        <span>
          <Trans>
            Updated <Day instant={updated_at} />
          </Trans>
        </span>
      ) : null}
      <span className="inline-flex items-center gap-1.5">
        <Clock aria-hidden="true" className="size-4" />
        <Plural value={reading_minutes} one="# min read" other="# min read" />
      </span>
    </p>
  );
}

/** In UTC: readers in all time zones get the same page. */
function Day({ instant }: { instant: string }) {
  const format = useFormat();
  return <time dateTime={instant}>{format.instant(instant, { dateStyle: "long", timeZone: "UTC" })}</time>;
}
