import * as z from "zod/mini";

/** Data that one page shows and another can change. A procedure lists in `meta.changes` the topics that it changes. */
export const liveTopics = ["habit", "progress", "note", "settings", "vacation", "reminder"] as const;

export type LiveTopic = (typeof liveTopics)[number];

/** The largest age in a request: beyond a day, the exact age does not matter. */
const ageMillisecondsMax = 86_400_000;

export const liveChangesInput = z.strictObject({
  /** Milliseconds since the client last had all changes. If absent, the server reports every topic as changed. */
  age_ms: z.optional(z.int().check(z.gte(0), z.lte(ageMillisecondsMax))),
});

export const liveChangesSchema = z.object({
  topics: z.array(z.enum(liveTopics)),
  /**
   * Id of the page that made the call, so that this page ignores its own change; null for several pages or a script.
   */
  origin: z.nullable(z.string()),
});

/** The changed topics, which the client fetches again. */
export type LiveChanges = z.infer<typeof liveChangesSchema>;

/** The header with the random id that a page chooses for itself. */
export const clientIdHeader = "x-client-id";

const clientId = /^[\w-]{8,40}$/;

/** True for a valid page id. The server forwards it to the other pages of the same user. */
export function isClientId(text: unknown): text is string {
  return typeof text === "string" && clientId.test(text);
}
