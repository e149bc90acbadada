import * as z from "zod/mini";
import { answeredInstantSchema, utcInstantSchema } from "../base/instant.ts";
import { pageMembers } from "../base/pagination.ts";
import { firstBroken, lengthTo, readable } from "../text/text.ts";
import { logLevels, logPathLengthMax, logSearchLengthMax } from "./log-kind.ts";

/** Any name passes: a name that is not in the list is not found. */
const appMember = { app_dir: z.string() };
const fileMembers = { ...appMember, date_file: z.string() };

export const logAppListInput = z.strictObject({});
export const logAppSchema = z.object({
  app_dir: z.string(),
  files: z.int(),
  bytes: z.int(),
  last_modified: answeredInstantSchema,
});
export type LogApp = z.infer<typeof logAppSchema>;
export const logAppListSchema = z.object({ results: z.array(logAppSchema), next: z.null() });

export const logFileListInput = z.strictObject(appMember);
export const logFileSchema = z.object({
  /** `<date>.log`; further instances on the same folder write `<date>.<node>.log`. */
  date_file: z.string(),
  bytes: z.int(),
  last_modified: answeredInstantSchema,
});
export type LogFile = z.infer<typeof logFileSchema>;
export const logFileListSchema = z.object({ results: z.array(logFileSchema), next: z.null() });

export const logFileInput = z.strictObject(fileMembers);

/** The filter of entries: an entry must match each given member. */
const filterMembers = {
  /** This level and those above it. */
  level: z.optional(z.enum(logLevels)),
  /** A text in the message, or `name=value` in a field, in any case. */
  search: z.optional(z.string().check(firstBroken([lengthTo(logSearchLengthMax), readable]))),
  /** A part of the route of a request, or of its path if no route matched, in any case. */
  path: z.optional(z.string().check(firstBroken([lengthTo(logPathLengthMax), readable]))),
  /** The time of an entry: not before `from`, and before `to`. */
  from: z.optional(utcInstantSchema),
  to: z.optional(utcInstantSchema),
};

const rangeCheck = z.refine<{ from?: string | undefined; to?: string | undefined }>(
  ({ from, to }) => from === undefined || to === undefined || from < to,
  { error: "range_reversed", path: ["to"] },
);

export const logLineListInput = z
  .strictObject({
    ...fileMembers,
    ...filterMembers,
    /** The `offset` of the first entry, itself included. A cursor, if given, takes precedence. */
    line: z.optional(z.int().check(z.gte(0))),
    ...pageMembers,
  })
  .check(rangeCheck);
export type LogLineListInput = z.infer<typeof logLineListInput>;

export const logLineSchema = z.object({
  /** ISO 8601. `time` and `level` are null if the line is no log entry; the viewer then shows it unchanged. */
  time: z.nullable(answeredInstantSchema),
  level: z.nullable(z.enum(logLevels)),
  message: z.string(),
  /** All other members of the entry. */
  fields: z.record(z.string(), z.unknown()),
  /** The byte offset of the line in the file. It identifies the entry while the file exists. */
  offset: z.int(),
});
export type LogLine = z.infer<typeof logLineSchema>;

/**
 * Entries, newest first. One call reads a bounded number of bytes. If a filter matches few lines, a page has fewer
 * entries than the limit, or none, and `next` still leads to the following page.
 */
export const logLineListSchema = z.object({
  results: z.array(logLineSchema),
  /** Cursor of older entries; null at the beginning of the file. */
  next: z.nullable(z.string()),
  /** Cursor of newer entries, present or future. */
  newer: z.string(),
  /** Whether no newer entry exists at the moment. */
  is_newest: z.boolean(),
  /** Bytes between the beginning of the file and the part that this call read. */
  below: z.int(),
  /** The size of the file in bytes. */
  bytes: z.int(),
});
export type LogLineList = z.infer<typeof logLineListSchema>;

export const logHistogramInput = z
  .strictObject({ ...fileMembers, ...filterMembers, cursor: pageMembers.cursor })
  .check(rangeCheck);
export type LogHistogramInput = z.infer<typeof logHistogramInput>;

const count = z.int();
const levelCountsSchema = z.object({
  trace: count,
  debug: count,
  info: count,
  warn: count,
  error: count,
  fatal: count,
});

/**
 * The numbers of matching entries over time. One call reads a bounded number of bytes, from the end of the file or from
 * the cursor, and counts what it has read: the sums of all calls are those of the file.
 */
export const logHistogramSchema = z.object({
  /** The counted time: the time of the filter, else the day of the file by UTC. */
  from: answeredInstantSchema,
  to: answeredInstantSchema,
  bucket_seconds: z.int(),
  /** Buckets with entries, in order; `from` is the beginning of the bucket. */
  buckets: z.array(z.object({ from: answeredInstantSchema, lines: levelCountsSchema })),
  /** Cursor of the part that is not counted yet; null if there is none. */
  next: z.nullable(z.string()),
  /** Bytes between the beginning of the file and the part that this call read. */
  below: z.int(),
  /** The size of the file in bytes. */
  bytes: z.int(),
});
export type LogHistogram = z.infer<typeof logHistogramSchema>;
