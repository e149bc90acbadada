import * as z from "zod/mini";
import { answeredInstantSchema } from "../base/instant.ts";

/** What is not well with an installation. Each has its own advice on the page. */
export const findingCodes = [
  /** `amount`: days since the newest backup; null if there is none. */
  "backup_missing",
  /** `detail`: the code of the newest failure. */
  "mail_failing",
  "mail_off",
  "secret_guessable",
  "http_open",
  "proxy_untrusted",
  /** `amount`: seconds by which this server is ahead of the database. */
  "clock_off",
  /** `amount`: free bytes. */
  "disk_full",
  /** `amount`: days since the release; `detail`: its version. */
  "version_old",
] as const;
export type FindingCode = (typeof findingCodes)[number];

export const findingSchema = z.object({
  code: z.enum(findingCodes),
  /** In the unit of the code; null if there is no figure. */
  amount: z.nullable(z.int()),
  detail: z.nullable(z.string()),
});
export type Finding = z.infer<typeof findingSchema>;

export const findingListSchema = z.object({
  results: z.array(findingSchema),
  next: z.null(),
  /** The server's time, with which a client can compare its own. */
  now: answeredInstantSchema,
});

/** From this age on a backup is too old. */
export const backupAgeDaysMax = 7;
/** Beyond this difference codes of second factors fail, and times of mails are wrong. */
export const clockDifferenceSecondsMax = 10;
/** From this age on a release has probably missed corrections of its libraries. */
export const releaseAgeDaysMax = 180;
