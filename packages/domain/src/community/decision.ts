import type { RequestStage, RequestStatus } from "./request-kind.ts";

/**
 * True if the public answer stays when a decision gives no new one. The answer to a closed or rejected request is the
 * reason for that status, so it is deleted with the status.
 */
export function keepsReply(before: RequestStatus, after: RequestStatus): boolean {
  return before === after || before === "pending" || before === "open";
}

/** The stage after a decision. Only an open request has one; without a new one it stays. */
export function stageAfter(
  before: { status: RequestStatus; stage: RequestStage | null },
  next: { status: RequestStatus; stage?: RequestStage | null | undefined },
): RequestStage | null {
  if (next.status !== "open") return null;
  const kept = before.status === "open" ? before.stage : null;
  return next.stage === undefined ? kept : next.stage;
}
