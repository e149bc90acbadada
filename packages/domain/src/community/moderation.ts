import * as z from "zod/mini";
import { idSchema } from "../base/id.ts";
import { instantSchema } from "../base/instant.ts";
import { pageMembers } from "../base/pagination.ts";
import { firstBroken, readable, typedText } from "../text/text.ts";
import { commentModes, reportReasons } from "./thread.ts";

/** What people write where others read it, and admins watch over; a post is written by admins. */
export const moderatedKinds = ["feature_request", "feature_request_comment", "blog_comment"] as const;
export type ModeratedKind = (typeof moderatedKinds)[number];

const thingMembers = { kind: z.enum(moderatedKinds), id: idSchema };
/** Names one of them. */
export interface Thing {
  kind: ModeratedKind;
  id: number;
}

/** What an admin does with what was reported. */
export const resolutions = ["keep", "hide", "delete"] as const;
export type Resolution = (typeof resolutions)[number];

export const reportListInput = z.strictObject(pageMembers);

/** All that was reported of one thing and waits. */
export const reportedThingSchema = z.object({
  ...{ kind: z.enum(moderatedKinds), id: z.int() },
  /** Of a comment; of a request its title and details, with an empty line between. */
  text: z.string(),
  /** User name; null where the account was deleted. */
  author: z.nullable(z.string()),
  hidden: z.boolean(),
  /** Title of the post or request it stands at. */
  title: z.string(),
  /** Where that is; the other one is null. */
  blog_slug: z.nullable(z.string()),
  feature_request_id: z.nullable(z.int()),
  /** How many people have reported it. */
  count: z.int(),
  /** What they say, oldest first, at most 20. */
  reports: z.array(z.object({ reason: z.enum(reportReasons), details: z.string(), created_at: z.string() })),
});
export type ReportedThing = z.infer<typeof reportedThingSchema>;
export const reportListSchema = z.object({ results: z.array(reportedThingSchema), next: z.nullable(z.string()) });

export const resolveInput = z.strictObject({ ...thingMembers, resolution: z.enum(resolutions) });
export const hideInput = z.strictObject({ ...thingMembers, hidden: z.boolean() });
/** A reply cannot be pinned: it stands below what it answers. */
export const pinInput = z.strictObject({ ...thingMembers, pinned: z.boolean() });
export const moderatedSchema = z.object({
  ...{ kind: z.enum(moderatedKinds), id: z.int() },
  hidden: z.boolean(),
  pinned: z.boolean(),
});

/** Whether others than admins may still comment, on the one of the two that is given. */
export const lockInput = z
  .strictObject({ blog_slug: z.optional(z.string()), feature_request_id: z.optional(idSchema), locked: z.boolean() })
  .check(
    z.refine((input) => (input.blog_slug === undefined) !== (input.feature_request_id === undefined), {
      error: "required",
      path: ["feature_request_id"],
    }),
  );
export const lockOutput = z.object({ comments: z.enum(commentModes) });

export const banReasonLengthMax = 500;
const username = z.string().check(firstBroken([readable]));

export const banInput = z.strictObject({
  username,
  /** ISO 8601 with its offset; null or absent: for good. */
  until: z.optional(z.nullable(instantSchema)),
  /** For the admins alone. */
  reason: z.optional(typedText({ min: 0, max: banReasonLengthMax })),
});
export const banSchema = z.object({
  username: z.string(),
  /** Null: for good. */
  until: z.nullable(z.string()),
  reason: z.string(),
  /** User name of the admin; null where that account was deleted. */
  banned_by: z.nullable(z.string()),
  created_at: z.string(),
});
export type Ban = z.infer<typeof banSchema>;
/** `created` is false where there was a ban already, which is another one now. */
export const banOutput = z.extend(banSchema, { created: z.boolean() });
export const banListInput = z.strictObject(pageMembers);
export const banListSchema = z.object({ results: z.array(banSchema), next: z.nullable(z.string()) });
export const unbanInput = z.strictObject({ username });
