// What lines of a log may be. Apart from the schemas that hold to it, so that the address of the viewer, which every page
// knows, fetches no schema.

/** From what tells most to what is gravest. */
export const logLevels = ["trace", "debug", "info", "warn", "error", "fatal"] as const;
export type LogLevel = (typeof logLevels)[number];

export const logSearchLengthMax = 200;
