import type { Comment } from "@daymark/domain/community/comment";
import { Badge } from "@daymark/ui/badge";
import { buttonClass } from "@daymark/ui/button";
import { classes } from "@daymark/ui/classes";
import { Trans, useLingui } from "@lingui/react/macro";
import Pin from "lucide-react/icons/pin";
import Reply from "lucide-react/icons/reply";
import { useSessionStatus } from "../../../lib/app.ts";
import { lazyComponent } from "../../../lib/lazy-component.tsx";
import type { CommentParts } from "./comment-branch.tsx";
import { CommentText } from "./comment-text.tsx";
import { Composer } from "./compose/composer.tsx";
import { CommentEmojis } from "./emoji/comment-emojis.tsx";
import { Moment } from "./moment.tsx";
import { whenThere } from "./when-there.ts";

const CommentMenu = lazyComponent(
  () => import("./comment-menu.tsx"),
  (props) => props.comment,
);

/** One comment; a deleted or hidden comment keeps its place while it has replies. */
export function CommentItem({ comment, ...parts }: CommentParts & { comment: Comment }) {
  const { t } = useLingui();
  const { thread, namedId, composed, mayWrite, onChange, onRemove } = parts;
  const { author } = comment;
  const isUser = useSessionStatus() === "user";
  const isGone = comment.state !== "shown" && comment.text === "";
  const isChanged = composed.is(comment.id, "change");
  return (
    <article
      id={`comment-${comment.id}`}
      tabIndex={-1}
      aria-label={author ? t`Comment by ${author}` : t`Comment`}
      className={classes(
        "scroll-mt-24 rounded-card border px-4 pt-3 pb-2 outline-offset-2 target:border-accent-text sm:px-5",
        namedId === comment.id ? "border-accent-text" : comment.by_staff ? "border-accent-text/35" : "border-line",
        isGone ? "border-dashed" : "bg-surface",
      )}
    >
      <header className="flex min-h-9 flex-wrap items-center gap-x-2 gap-y-1 text-sm">
        {isGone ? null : (
          <span className={classes("min-w-0 break-words", author ? "font-[600]" : "text-ink-muted")}>
            {author ?? t`Deleted user`}
          </span>
        )}
        {comment.by_staff ? (
          <Badge tone="accent">
            <Trans>Daymark team</Trans>
          </Badge>
        ) : null}
        {comment.pinned ? (
          <Badge>
            <Pin aria-hidden="true" className="size-3" />
            <Trans>Pinned</Trans>
          </Badge>
        ) : null}
        {comment.state === "hidden" && !isGone ? (
          <Badge tone="warning">
            <Trans>Hidden</Trans>
          </Badge>
        ) : null}
        <a
          href={`#comment-${comment.id}`}
          className="inline-flex min-h-6 items-center text-ink-muted no-underline hover:text-ink hover:underline pointer-coarse:min-h-11"
        >
          <Moment instant={comment.created_at} />
        </a>
        {comment.edited_at ? (
          <span className="text-ink-muted">
            <Trans>edited</Trans>
          </span>
        ) : null}
      </header>
      {isChanged ? (
        <div className="py-2">
          <Composer
            place={{ thread, editedId: comment.id }}
            changes={comment}
            onSent={(changed) => {
              onChange(changed);
              composed.close();
              document.getElementById(`comment-${comment.id}`)?.focus();
            }}
            onCancel={() => {
              composed.close();
              document.getElementById(`comment-${comment.id}`)?.focus();
            }}
          />
        </div>
      ) : isGone ? (
        <p className="max-w-[68ch] leading-relaxed break-words whitespace-pre-line text-ink-muted">
          {comment.state === "deleted" ? (
            <Trans>This comment was deleted.</Trans>
          ) : (
            <Trans>This comment is hidden.</Trans>
          )}
        </p>
      ) : (
        <CommentText comment={comment} />
      )}
      {isGone || isChanged ? null : (
        <div className="-ml-3 flex min-h-9 flex-wrap items-center gap-1">
          {mayWrite ? (
            <button
              id={`answer-${comment.id}`}
              type="button"
              aria-label={author ? t`Reply to ${author}` : t`Reply`}
              onClick={() => {
                composed.answer(comment.id);
                focusField(comment.parent_id ?? comment.id);
              }}
              className={`${buttonClass({ kind: "quiet", size: "small" })} text-ink-muted! noscript:hidden`}
            >
              <Reply aria-hidden="true" />
              <Trans>Reply</Trans>
            </button>
          ) : null}
          <CommentEmojis comment={comment} thread={thread} mayReact={mayWrite} onSaved={onChange} />
          {isUser ? (
            <CommentMenu
              comment={comment}
              thread={thread}
              onEdit={() => {
                composed.change(comment.id);
                focusField(comment.id);
              }}
              onChange={onChange}
              onRemove={() => onRemove(comment.id)}
            />
          ) : null}
        </div>
      )}
    </article>
  );
}

/** Focuses the field that was added to a comment. */
function focusField(id: number) {
  const item = () => document.getElementById(`comment-${id}`);
  whenThere(
    () => item()?.querySelector("textarea") ?? item()?.parentElement?.querySelector("textarea"),
    (field) => field.focus(),
  );
}
