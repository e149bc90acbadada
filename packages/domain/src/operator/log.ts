import * as z from "zod/mini";
import { pageMembers } from "../base/pagination.ts";
import { firstBroken, lengthTo, readable } from "../text/text.ts";
import { logLevels, logSearchLengthMax } from "./log-kind.ts";

/** A name is whatever was asked for: one that no listing holds is not found, however it is spelled. */
const appMember = { app_dir: z.string() };
const fileMembers = { ...appMember, date_file: z.string() };

export const logAppListInput = z.strictObject({});
export const logAppSchema = z.object({
  app_dir: z.string(),
  files: z.int(),
  bytes: z.int(),
  last_modified: z.string(),
});
export type LogApp = z.infer<typeof logAppSchema>;
export const logAppListSchema = z.object({ results: z.array(logAppSchema), next: z.null() });

export const logFileListInput = z.strictObject(appMember);
export const logFileSchema = z.object({
  /** `<date>.log`, of further nodes on the same folder `<date>.<node>.log`. */
  date_file: z.string(),
  bytes: z.int(),
  last_modified: z.string(),
});
export type LogFile = z.infer<typeof logFileSchema>;
export const logFileListSchema = z.object({ results: z.array(logFileSchema), next: z.null() });

export const logFileInput = z.strictObject(fileMembers);

export const logLineListInput = z.strictObject({
  ...fileMembers,
  /** That level and those above it. */
  level: z.optional(z.enum(logLevels)),
  /** In the message, or in a field as `name=value`; whatever its case. */
  search: z.optional(z.string().check(firstBroken([lengthTo(logSearchLengthMax), readable]))),
  /** The `offset` of the entry to begin with, itself included; a cursor, where there is one, says more. */
  line: z.optional(z.int().check(z.gte(0))),
  ...pageMembers,
});
export type LogLineListInput = z.infer<typeof logLineListInput>;

export const logLineSchema = z.object({
  /** ISO 8601; null, as the level is, where a line is no entry: it is shown as it stands. */
  time: z.nullable(z.string()),
  level: z.nullable(z.enum(logLevels)),
  message: z.string(),
  /** All else that the entry says. */
  fields: z.record(z.string(), z.unknown()),
  /** Where its line begins in the file, in bytes: it names the entry as long as the file is there. */
  offset: z.int(),
});
export type LogLine = z.infer<typeof logLineSchema>;

/**
 * Entries, newest first. One call looks through so many bytes and no more: with a filter that little passes, a page has
 * fewer entries than the limit, or none, and `next` goes on all the same.
 */
export const logLineListSchema = z.object({
  results: z.array(logLineSchema),
  /** Of what is older; null at the file's beginning. */
  next: z.nullable(z.string()),
  /** Of what is newer, now or later. */
  newer: z.string(),
  /** Whether nothing newer is there at the moment. */
  is_newest: z.boolean(),
  /** How much of the file, in bytes from its beginning, lies below what was looked through. */
  below: z.int(),
  /** How long the file is, in bytes. */
  bytes: z.int(),
});
export type LogLineList = z.infer<typeof logLineListSchema>;
