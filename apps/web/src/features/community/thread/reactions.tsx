import type { Reactions as Counts, ReactionType } from "@daymark/domain/community/thread";
import { classes } from "@daymark/ui/classes";
import { useLingui } from "@lingui/react/macro";
import ThumbsDown from "lucide-react/icons/thumbs-down";
import ThumbsUp from "lucide-react/icons/thumbs-up";
import { useFormat } from "../../../lib/language/format.ts";
import type { Thread } from "./data/thread.ts";
import { useReaction } from "./use-reaction.ts";

interface ReactionsProps {
  thread: Thread;
  reactions: Counts;
  className?: string;
}

/** Like and dislike buttons with their counts; the user's own is pressed. A guest who clicks is asked to log in. */
export function Reactions({ thread, reactions, className }: ReactionsProps) {
  const { t } = useLingui();
  const { shown, toggle } = useReaction(thread, reactions);
  const { likes, dislikes } = shown;
  return (
    <div id="reactions" className={classes("flex scroll-mt-24 flex-wrap gap-2", className)}>
      <ReactionButton
        type="like"
        name={t`Like, ${likes}`}
        title={t`Like`}
        count={likes}
        isMine={shown.mine?.type === "like"}
        onToggle={toggle}
      />
      <ReactionButton
        type="dislike"
        name={t`Dislike, ${dislikes}`}
        title={t`Dislike`}
        count={dislikes}
        isMine={shown.mine?.type === "dislike"}
        onToggle={toggle}
      />
    </div>
  );
}

interface ReactionButtonProps {
  type: ReactionType;
  name: string;
  title: string;
  count: number;
  isMine: boolean;
  onToggle: (type: ReactionType) => void;
}

function ReactionButton({ type, name, title, count, isMine, onToggle }: ReactionButtonProps) {
  const format = useFormat();
  const Thumb = type === "like" ? ThumbsUp : ThumbsDown;
  return (
    <button
      type="button"
      aria-label={name}
      aria-pressed={isMine}
      title={title}
      onClick={() => onToggle(type)}
      className={classes(
        "inline-flex min-h-control select-none items-center gap-2 rounded-full border px-4 text-[0.9375rem] font-[560] tabular-nums",
        "transition-[background-color,border-color,color,transform] duration-150 active:translate-y-px noscript:pointer-events-none",
        isMine
          ? "border-accent-text bg-accent-soft text-accent-text"
          : "border-line bg-raised text-ink-muted shadow-lift hover:border-line-strong hover:text-ink",
      )}
    >
      <Thumb aria-hidden="true" className={classes("size-[1.15em] shrink-0", isMine && "fill-current/25")} />
      {format.number(count)}
    </button>
  );
}
