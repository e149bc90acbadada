import type { Reactions } from "@daymark/domain/community/thread";
import { classes } from "@daymark/ui/classes";
import { useLingui } from "@lingui/react/macro";
import ChevronUp from "lucide-react/icons/chevron-up";
import { useFormat } from "../../../lib/language/format.ts";
import { useReaction } from "../thread/use-reaction.ts";

interface VoteButtonProps {
  requestId: number;
  /** The request's title, for screen reader users who reach only the button. */
  title: string;
  reactions: Reactions;
  className?: string;
}

/** Likes minus dislikes, which the list is sorted by, and the user's own vote. A guest who clicks is asked to log in. */
export function VoteButton({ requestId, title, reactions, className }: VoteButtonProps) {
  const { t } = useLingui();
  const format = useFormat();
  const { shown, toggle } = useReaction({ kind: "feature_request", id: requestId }, reactions);
  const isMine = shown.mine?.type === "like";
  const { likes, dislikes } = shown;
  const score = likes - dislikes;
  return (
    <button
      type="button"
      aria-label={t`Vote for ${title}, ${score}`}
      title={t`For: ${likes}, against: ${dislikes}`}
      aria-pressed={isMine}
      onClick={() => void toggle("like")}
      className={classes(
        "flex h-15 w-13 shrink-0 self-start select-none flex-col items-center justify-center gap-0.5 rounded-control border pb-1 text-[0.9375rem] leading-none font-[600] tabular-nums",
        "transition-[background-color,border-color,color,transform] duration-150 active:translate-y-px noscript:pointer-events-none",
        isMine
          ? "border-accent-text bg-accent-soft text-accent-text"
          : "border-line bg-raised text-ink-muted shadow-lift hover:border-line-strong hover:text-ink",
        className,
      )}
    >
      <ChevronUp aria-hidden="true" className="size-5" strokeWidth={isMine ? 3 : 2} />
      {format.number(score, { notation: "compact" })}
    </button>
  );
}
