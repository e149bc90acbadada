import type { Comment } from "@daymark/domain/thread";
import { CommentItem } from "./comment-item.tsx";
import type { CommentBranch } from "./comment-tree.ts";
import { Composer } from "./composer.tsx";
import type { Thread } from "./thread.ts";
import type { ComposedAt } from "./use-composed-at.ts";

export interface CommentParts {
  thread: Thread;
  mayWrite: boolean;
  /** The one that the address names. */
  namedId: number | null;
  composed: ComposedAt;
  onAdd: (comment: Comment) => void;
  onChange: (comment: Comment) => void;
  onRemove: (id: number) => void;
}

/** A comment with its answers, and the field for another. An answer to an answer stands beside it. */
export function CommentBranchItem({ branch, ...parts }: CommentParts & { branch: CommentBranch }) {
  const { comment, answers } = branch;
  const { thread, composed, mayWrite } = parts;
  const isAnswered = [comment, ...answers].some(({ id }) => composed.is(id, "answer"));
  return (
    <li>
      <CommentItem comment={comment} {...parts} />
      {answers.length > 0 || isAnswered ? (
        <ol className="mt-4 ml-3 flex flex-col gap-4 border-l border-line pl-4 sm:ml-4 sm:pl-6">
          {answers.map((answer) => (
            <li key={answer.id}>
              <CommentItem comment={answer} {...parts} />
            </li>
          ))}
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
