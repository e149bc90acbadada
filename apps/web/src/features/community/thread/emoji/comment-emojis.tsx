import type { Comment } from "@daymark/domain/community/comment";
import { type CommentEmoji, commentEmojis, type EmojiCount } from "@daymark/domain/community/comment-emoji";
import { classes } from "@daymark/ui/classes";
import { IconButton } from "@daymark/ui/icon-button";
import { useLingui } from "@lingui/react/macro";
import FaceSlightlySmilingPlus from "lucide-react/icons/face-slightly-smiling-plus";
import { useRef, useState } from "react";
import { useFormat } from "../../../../lib/language/format.ts";
import type { Thread } from "../data/thread.ts";
import { useEmojis } from "./use-emojis.ts";

const glyphs: Record<CommentEmoji, string> = {
  thumbs_up: "👍",
  heart: "❤️",
  hooray: "🎉",
  laugh: "😄",
  confused: "😕",
  eyes: "👀",
};

interface CommentEmojisProps {
  comment: Comment;
  thread: Thread;
  /** Where comments are closed, users can only take their reactions back. */
  mayReact: boolean;
  onSaved: (comment: Comment) => void;
}

/** The reactions to a comment, each a button that adds the user's own, and a button that offers the others. */
export function CommentEmojis({ comment, thread, mayReact, onSaved }: CommentEmojisProps) {
  const { t } = useLingui();
  const { shown, toggle } = useEmojis(thread, comment, onSaved);
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const names: Record<CommentEmoji, string> = {
    thumbs_up: t`Thumbs up`,
    heart: t`Heart`,
    hooray: t`Hooray`,
    laugh: t`Laugh`,
    confused: t`Confused`,
    eyes: t`Eyes`,
  };
  const used = new Map(shown.map((each) => [each.emoji, each]));
  const close = () => {
    setOpen(false);
    opener.current?.focus();
  };
  if (used.size === 0 && !mayReact) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend on the screen
    <div
      role="group"
      aria-label={t`Reactions`}
      className="contents"
      onKeyDown={(event) => {
        if (event.key === "Escape" && isOpen) close();
      }}
    >
      {commentEmojis.map((emoji) =>
        isOpen || used.has(emoji) ? (
          <EmojiButton
            key={emoji}
            name={names[emoji]}
            reaction={used.get(emoji) ?? { emoji, count: 0, mine: false }}
            isDisabled={!mayReact && !used.get(emoji)?.mine}
            onToggle={() => {
              // The button goes with the last reaction, and the focus would go with it.
              const { count, mine } = used.get(emoji) ?? { count: 0, mine: false };
              if (isOpen || (count === 1 && mine)) close();
              void toggle(emoji);
            }}
          />
        ) : null,
      )}
      {mayReact ? (
        <IconButton
          ref={opener}
          size="small"
          label={t`Add a reaction`}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="noscript:hidden"
        >
          <FaceSlightlySmilingPlus aria-hidden="true" />
        </IconButton>
      ) : null}
    </div>
  );
}

interface EmojiButtonProps {
  reaction: EmojiCount;
  name: string;
  isDisabled: boolean;
  onToggle: () => void;
}

function EmojiButton({ reaction: { emoji, count, mine }, name, isDisabled, onToggle }: EmojiButtonProps) {
  const format = useFormat();
  return (
    <button
      type="button"
      aria-label={count > 0 ? `${name}, ${count}` : name}
      aria-pressed={mine}
      title={name}
      disabled={isDisabled}
      onClick={onToggle}
      className={classes(
        "inline-flex min-h-9 select-none items-center gap-2 rounded-full border px-3 text-sm tabular-nums pointer-coarse:min-h-11",
        "transition-[background-color,border-color,color,transform] duration-150 active:translate-y-px noscript:pointer-events-none",
        mine
          ? "border-accent-text bg-accent-soft text-accent-text"
          : "border-line bg-raised text-ink-muted hover:border-line-strong hover:text-ink",
      )}
    >
      <span aria-hidden="true">{glyphs[emoji]}</span>
      {count > 0 ? format.number(count) : null}
    </button>
  );
}
