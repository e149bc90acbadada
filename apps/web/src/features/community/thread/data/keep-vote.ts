import type { CommentEmoji } from "@daymark/domain/community/comment-emoji";
import type { ReactionType } from "@daymark/domain/community/thread";
import type { App } from "../../../../lib/app.ts";
import { leaveVote } from "../../../../lib/drafts/left-vote.ts";

interface RefusedVote {
  /** The page of the thread, with the hash of the comment if the reaction is to one. */
  path: string;
  type: ReactionType | CommentEmoji;
  error: unknown;
  /** Whether it is the vote of an earlier page. */
  isLeft: boolean;
}

/**
 * A user who has just signed up votes once their address is verified. A vote of an earlier page also waits for a server
 * that can be reached.
 *
 * @returns true if the vote waits
 */
export async function keepForLater({ browser }: App, { path, type, error, isLeft }: RefusedVote): Promise<boolean> {
  const personId = browser?.session.userId;
  const { isUnreachable, problemOf } = await import("../../../../lib/network/problem.ts");
  const problem = problemOf(error);
  const mayTryLater = isUnreachable(error) || problem?.status === 429;
  if (!personId || !(problem?.code === "email_not_verified" || (isLeft && mayTryLater))) return false;
  leaveVote(path, type, personId);
  return true;
}
