import * as z from "zod/mini";
import { groupNameLengthMax } from "../base/bounds.ts";
import { idSchema } from "../base/id.ts";
import { answeredInstantSchema } from "../base/instant.ts";
import { wholeListMembers } from "../base/pagination.ts";
import { typedText } from "../text/text.ts";

/** What a calendar shows of a day: it asks for something, it succeeded, or it failed. */
export const calendarMarks = ["due", "done", "missed"] as const;
export type CalendarMark = (typeof calendarMarks)[number];

/** Per user: one for each calendar app and a few groups. */
export const calendarLinksMax = 20;
/** A calendar shows at most this many days before today, and as many after it. */
const calendarSpanMax = 60;
/** A calendar of more days and habits would take an app seconds to read, and the server seconds to write. */
const calendarEventsMax = 10_000;

/** How many days before and after today a calendar of this many habits shows: 60, and fewer above 82 habits. */
export function calendarSpan(habits: number): number {
  return Math.min(calendarSpanMax, Math.floor((calendarEventsMax / Math.max(1, habits) - 1) / 2));
}

export const calendarLinkSchema = z.object({
  id: z.int(),
  /** The group whose habits it shows; null for all active habits. */
  group_name: z.nullable(z.string()),
  shows: z.array(z.enum(calendarMarks)),
  /** The last characters of the address, so that its owner recognises it. The server shows the whole only once. */
  link_end: z.string(),
  /** At most a minute behind; null if no calendar has read it. */
  last_read_at: z.nullable(answeredInstantSchema),
  created_at: answeredInstantSchema,
});
export type CalendarLink = z.infer<typeof calendarLinkSchema>;

export const calendarLinkListInput = z.strictObject({ ...wholeListMembers });
export const calendarLinkListSchema = z.object({ results: z.array(calendarLinkSchema), next: z.null() });

export const calendarLinkCreateInput = z.strictObject({
  /** Absent, null or blank for all active habits. Not typedLine: the name was perhaps stored before names had one line. */
  group_name: z.optional(z.nullable(typedText({ min: 0, max: groupNameLengthMax }))),
  shows: z.array(z.enum(calendarMarks)).check(
    z.maxLength(calendarMarks.length),
    z.refine((shows) => shows.length > 0, { error: "calendar_empty" }),
    z.refine((shows) => new Set(shows).size === shows.length, { error: "invalid" }),
    z.meta({ minItems: 1, uniqueItems: true }),
  ),
});

/** The only answer that contains the address. */
export const calendarLinkCreateOutput = z.extend(calendarLinkSchema, { url: z.string() });

export const calendarLinkIdInput = z.strictObject({ id: idSchema });

/** The secret of an address: 32 random bytes as base64url. Any other text belongs to no calendar. */
export const calendarTokenPattern = /^[A-Za-z0-9_-]{43}$/;
export const calendarReadInput = z.strictObject({ token: z.string().check(z.maxLength(64)) });
