// Kinds of log lines. This file is separate from the schemas: every page knows the address of the log viewer, and must
// load no schema for it.

/** From the most detailed to the most serious. */
export const logLevels = ["trace", "debug", "info", "warn", "error", "fatal"] as const;
export type LogLevel = (typeof logLevels)[number];

export const logSearchLengthMax = 200;
export const logPathLengthMax = 200;
