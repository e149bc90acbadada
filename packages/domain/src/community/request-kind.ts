// What a feature request may be, and how long. Apart from the schemas that hold to it, so that a page that lists or counts
// fetches no schema.

export const categories = ["new_features", "improvements", "minor_issues", "critical_bugs"] as const;
export type Category = (typeof categories)[number];

export const requestStatuses = ["pending", "open", "closed", "rejected"] as const;
export type RequestStatus = (typeof requestStatuses)[number];

/** Statuses that everyone sees; the others are for the author and admins. */
export const publicStatuses = ["open", "closed"] as const satisfies readonly RequestStatus[];

/**
 * True where the public answer stays when a decision does not give a new one. The answer to a closed or rejected request
 * is the reason for that, so it goes with the status.
 */
export function keepsReply(before: RequestStatus, after: RequestStatus): boolean {
  return before === after || before === "pending" || before === "open";
}

export const closeReasons = ["shipped", "declined", "duplicate"] as const;
export type CloseReason = (typeof closeReasons)[number];

export const requestSorts = ["top", "new", "active"] as const;
export type RequestSort = (typeof requestSorts)[number];

export const requestTitleLength = { min: 3, max: 120 };
export const requestDetailsLengthMax = 5000;
export const replyLengthMax = 2000;
export const searchLengthMax = 100;
