import type { CommentMode } from "@daymark/domain/community/thread";
import { buttonClass } from "@daymark/ui/button";
import { classes } from "@daymark/ui/classes";
import { linkClass } from "@daymark/ui/link";
import { Plural, Trans } from "@lingui/react/macro";
import { useRef } from "react";
import { flushSync } from "react-dom";
import { CommentBranchItem } from "./comment-branch.tsx";
import { Composer } from "./compose/composer.tsx";
import { useComposedAt } from "./compose/use-composed-at.ts";
import { useMayWrite } from "./compose/use-may-write.ts";
import { commentsHref, type Thread } from "./data/thread.ts";
import { type CommentPage, useComments } from "./use-comments.ts";
import { useNamedComment } from "./use-named-comment.ts";
import { whenThere } from "./when-there.ts";

interface CommentsProps {
  thread: Thread;
  /** The page of comments from the loader. */
  page: CommentPage;
  /** Whether that page begins at a cursor in the address. */
  isLater: boolean;
  /** The number of all comments, without deleted ones. */
  count: number;
  mode: CommentMode;
  className?: string;
}

/** The comments of a post or a request: they can be read without scripts, and written with scripts. */
export function Comments(props: CommentsProps) {
  return <Section key={commentsHref(props.thread)} {...props} />;
}

function Section({ thread, page, isLater, count, mode, className }: CommentsProps) {
  const comments = useComments(thread, page, count);
  const heading = useRef<HTMLHeadingElement>(null);
  const named = useNamedComment(comments.find);
  const composed = useComposedAt(thread);
  const mayWrite = useMayWrite(mode);
  return (
    <section id="comments" aria-labelledby="comments-heading" className={classes("scroll-mt-24", className)}>
      <h2 id="comments-heading" ref={heading} tabIndex={-1} className="text-2xl">
        {comments.count === 0 ? (
          <Trans>Comments</Trans>
        ) : (
          <Plural value={comments.count} one="# comment" other="# comments" />
        )}
      </h2>
      {isLater ? (
        <p className="mt-4">
          <a href={commentsHref(thread)} className={linkClass}>
            <Trans>Back to the first comments</Trans>
          </a>
        </p>
      ) : null}
      {comments.tree.length === 0 && mayWrite ? (
        <p className="mt-3 text-ink-muted">
          <Trans>No comments yet.</Trans>
        </p>
      ) : null}
      <ol className="mt-6 flex flex-col gap-6">
        {comments.tree.map((branch) => (
          <CommentBranchItem
            key={branch.comment.id}
            branch={branch}
            thread={thread}
            mayWrite={mayWrite}
            namedId={named}
            composed={composed}
            isLoading={comments.loading === branch.comment.id}
            onMoreReplies={(cursor) => {
              if (comments.loading !== null) return;
              void comments.moreReplies(branch.comment.id, cursor).then((first) => first && focusComment(first.id));
            }}
            onAdd={(comment) => {
              comments.add(comment);
              composed.close();
              focusComment(comment.id);
            }}
            onChange={comments.change}
            onRemove={(id) => {
              const places = placesNear(id);
              flushSync(() => comments.remove(id));
              (places.find((place) => place.isConnected) ?? heading.current)?.focus();
            }}
          />
        ))}
      </ol>
      {comments.next ? (
        <p className="mt-6">
          <a
            href={commentsHref(thread, comments.next)}
            aria-busy={comments.loading === "comments" || undefined}
            onClick={(event) => {
              if (event.ctrlKey || event.metaKey || event.shiftKey) return;
              event.preventDefault();
              if (comments.loading !== null) return;
              void comments.more().then((first) => first && focusComment(first.id));
            }}
            className={buttonClass()}
          >
            {comments.loading === "comments" ? <Trans>Loading…</Trans> : <Trans>More comments</Trans>}
          </a>
        </p>
      ) : null}
      <div className="mt-8 flex flex-col gap-4">
        {mode === "closed" ? (
          <p className="text-ink-muted">
            <Trans>Comments are closed.</Trans>
          </p>
        ) : null}
        {mayWrite ? (
          <>
            <Composer
              place={{ thread }}
              onSent={(comment) => {
                comments.add(comment);
                focusComment(comment.id);
              }}
            />
            <p className="hidden text-ink-muted noscript:block">
              <Trans>To react and comment, turn on JavaScript in your browser and log in.</Trans>
            </p>
          </>
        ) : null}
      </div>
    </section>
  );
}

/** Where the focus may go once a comment is removed: to its own place, which stays if it has replies, or beside it. */
function placesNear(id: number): HTMLElement[] {
  const own = document.getElementById(`comment-${id}`);
  const all = [...document.querySelectorAll<HTMLElement>("#comments article")];
  const index = own ? all.indexOf(own) : -1;
  return [own, all[index + 1], all[index - 1]].filter((place) => place != null);
}

function focusComment(id: number) {
  whenThere(
    () => document.getElementById(`comment-${id}`),
    (comment) => {
      comment.focus({ preventScroll: true });
      comment.scrollIntoView({ block: "nearest" });
    },
  );
}
