// The kinds and lengths of a feature request. This file is separate from the schemas, so that a page that lists or
// counts loads no schema.

export const categories = ["new_features", "improvements", "minor_issues", "critical_bugs"] as const;
export type Category = (typeof categories)[number];

export const requestStatuses = ["pending", "open", "closed", "rejected"] as const;
export type RequestStatus = (typeof requestStatuses)[number];

/** Statuses that everyone sees. Only the author and admins see requests of the others. */
export const publicStatuses = ["open", "closed"] as const satisfies readonly RequestStatus[];

export const closeReasons = ["shipped", "declined", "duplicate"] as const;
export type CloseReason = (typeof closeReasons)[number];

/** How far the work on an open request is, once the admins have decided on it. Without a stage it is under consideration. */
export const requestStages = ["planned", "in_progress"] as const;
export type RequestStage = (typeof requestStages)[number];

/** Filters of a list: `none` finds the requests without a stage. */
export const stageFilters = ["none", ...requestStages] as const;
export type StageFilter = (typeof stageFilters)[number];

export const requestSorts = ["top", "new", "active"] as const;
export type RequestSort = (typeof requestSorts)[number];

export const requestTitleLength = { min: 3, max: 120 };
export const requestDetailsLengthMax = 5000;
export const replyLengthMax = 2000;
export const searchLengthMax = 100;
