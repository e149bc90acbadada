import { repliesAPage } from "@daymark/domain/base/bounds";
import type { Comment } from "@daymark/domain/community/comment";
import { buttonClass } from "@daymark/ui/button";
import { Plural, Trans } from "@lingui/react/macro";
import { CommentItem } from "./comment-item.tsx";
import { Composer } from "./compose/composer.tsx";
import type { ComposedAt } from "./compose/use-composed-at.ts";
import type { CommentBranch } from "./data/comment-tree.ts";
import { commentsHref, type Thread } from "./data/thread.ts";

export interface CommentParts {
  thread: Thread;
  mayWrite: boolean;
  /** The comment named in the address. */
  namedId: number | null;
  composed: ComposedAt;
  onAdd: (comment: Comment) => void;
  onChange: (comment: Comment) => void;
  onRemove: (id: number) => void;
}

interface CommentBranchItemProps extends CommentParts {
  branch: CommentBranch;
  /** Whether its next replies are loading. */
  isLoading: boolean;
  onMoreReplies: (cursor: string) => void;
}

/** A comment with its replies, and the field for another. A reply to a reply is on the same level. */
export function CommentBranchItem({ branch, isLoading, onMoreReplies, ...parts }: CommentBranchItemProps) {
  const { comment, answers, more, added } = branch;
  const { thread, composed, mayWrite } = parts;
  const isAnswered = [comment, ...answers, ...added].some(({ id }) => composed.is(id, "answer"));
  const itemOf = (answer: Comment) => (
    <li key={answer.id}>
      <CommentItem comment={answer} {...parts} />
    </li>
  );
  return (
    <li>
      <CommentItem comment={comment} {...parts} />
      {answers.length > 0 || more || added.length > 0 || isAnswered ? (
        <ol className="mt-4 ml-3 flex flex-col gap-4 border-l border-line pl-4 sm:ml-4 sm:pl-6">
          {answers.map(itemOf)}
          {more ? (
            <li>
              <MoreReplies {...more} thread={thread} isLoading={isLoading} onPress={() => onMoreReplies(more.cursor)} />
            </li>
          ) : null}
          {added.map(itemOf)}
          {isAnswered && mayWrite ? (
            <li>
              <Composer
                place={{ thread, parentId: comment.id }}
                onSent={parts.onAdd}
                onCancel={() => {
                  composed.close();
                  document.getElementById(`answer-${comment.id}`)?.focus();
                }}
              />
            </li>
          ) : null}
        </ol>
      ) : null}
    </li>
  );
}

interface MoreRepliesProps {
  left: number;
  cursor: string;
  thread: Thread;
  isLoading: boolean;
  onPress: () => void;
}

/** Adds the next replies in place; without scripts it is a link to a page with them. */
function MoreReplies({ left, cursor, thread, isLoading, onPress }: MoreRepliesProps) {
  const count = Math.min(left, repliesAPage);
  return (
    <a
      href={commentsHref(thread, cursor)}
      aria-busy={isLoading || undefined}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        if (!isLoading) onPress();
      }}
      className={buttonClass({ size: "small" })}
    >
      {isLoading ? (
        <Trans>Loading…</Trans>
      ) : (
        <Plural value={count} one="Show # more reply" other="Show # more replies" />
      )}
    </a>
  );
}
