// The kinds and lengths of a feature request. This file is separate from the schemas, so that a page that lists or
// counts loads no schema.

export const categories = ["new_features", "improvements", "minor_issues", "critical_bugs"] as const;
export type Category = (typeof categories)[number];

export const requestStatuses = ["pending", "open", "closed", "rejected"] as const;
export type RequestStatus = (typeof requestStatuses)[number];

/** Statuses that everyone sees. Only the author and admins see requests of the others. */
export const publicStatuses = ["open", "closed"] as const satisfies readonly RequestStatus[];

/**
 * True if the public answer stays when a decision gives no new one. The answer to a closed or rejected request is the
 * reason for that status, so it is deleted with the status.
 */
export function keepsReply(before: RequestStatus, after: RequestStatus): boolean {
  return before === after || before === "pending" || before === "open";
}

export const closeReasons = ["shipped", "declined", "duplicate"] as const;
export type CloseReason = (typeof closeReasons)[number];

/** How far the work on an open request is, once the admins have decided on it. Without a stage it is under consideration. */
export const requestStages = ["planned", "in_progress"] as const;
export type RequestStage = (typeof requestStages)[number];

/** Filters of a list: `none` finds the requests without a stage. */
export const stageFilters = ["none", ...requestStages] as const;
export type StageFilter = (typeof stageFilters)[number];

/** The stage after a decision. Only an open request has one; without a new one it stays. */
export function stageAfter(
  before: { status: RequestStatus; stage: RequestStage | null },
  next: { status: RequestStatus; stage?: RequestStage | null | undefined },
): RequestStage | null {
  if (next.status !== "open") return null;
  const kept = before.status === "open" ? before.stage : null;
  return next.stage === undefined ? kept : next.stage;
}

export const requestSorts = ["top", "new", "active"] as const;
export type RequestSort = (typeof requestSorts)[number];

export const requestTitleLength = { min: 3, max: 120 };
export const requestDetailsLengthMax = 5000;
export const replyLengthMax = 2000;
export const searchLengthMax = 100;
