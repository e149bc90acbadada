import * as z from "zod/mini";

/** What a page may show and another page may change: a procedure names in its `meta.changes` what it touches. */
export const liveTopics = ["habit", "progress", "note", "settings", "vacation", "reminder"] as const;

export type LiveTopic = (typeof liveTopics)[number];

/** How long ago the asker was last known to have seen everything; a day says no more than "long". */
const ageMillisecondsMax = 86_400_000;

export const liveChangesInput = z.strictObject({
  /** Milliseconds since the asker was last up to date; absent: it has to be told everything. */
  age_ms: z.optional(z.int().check(z.gte(0), z.lte(ageMillisecondsMax))),
});

export const liveChangesSchema = z.object({
  topics: z.array(z.enum(liveTopics)),
  /** Of the page whose call it was, so that a page passes over what it did itself; null where several did, or a script. */
  origin: z.nullable(z.string()),
});

/** What has changed and is to be asked for again. */
export type LiveChanges = z.infer<typeof liveChangesSchema>;

/** The header by which a page names itself, with a random id of its own. */
export const clientIdHeader = "x-client-id";

const clientId = /^[\w-]{8,40}$/;

/** True for what a page may call itself: it travels on to the other pages of its user. */
export function isClientId(text: unknown): text is string {
  return typeof text === "string" && clientId.test(text);
}
