import * as z from "zod/mini";
import { idSchema } from "../base/id.ts";
import { answeredInstantSchema, instantSchema } from "../base/instant.ts";
import { pageMembers } from "../base/pagination.ts";
import { firstBroken, readable, typedText } from "../text/text.ts";
import { commentModes, reportReasons } from "./thread.ts";

/** Public content that users write and admins moderate. Only admins write posts, so posts are not listed. */
export const moderatedKinds = ["feature_request", "feature_request_comment", "blog_comment"] as const;
export type ModeratedKind = (typeof moderatedKinds)[number];

const thingMembers = { kind: z.enum(moderatedKinds), id: idSchema };
/** Identifies one piece of moderated content. */
export interface Thing {
  kind: ModeratedKind;
  id: number;
}

/** An admin's decision about reported content. */
export const resolutions = ["keep", "hide", "delete"] as const;
export type Resolution = (typeof resolutions)[number];

export const reportListInput = z.strictObject(pageMembers);

/** All open reports about one piece of content. */
export const reportedThingSchema = z.object({
  ...{ kind: z.enum(moderatedKinds), id: z.int() },
  /** The text of a comment. For a request, its title and details with an empty line between. */
  text: z.string(),
  /** User name; null if the account was deleted. */
  author: z.nullable(z.string()),
  hidden: z.boolean(),
  /** Title of the post or request that it belongs to. */
  title: z.string(),
  /** The post or request that it belongs to; the other member is null. */
  blog_slug: z.nullable(z.string()),
  feature_request_id: z.nullable(z.int()),
  /** How many users have reported it. */
  count: z.int(),
  /** The reports, oldest first, at most 20. */
  reports: z.array(z.object({ reason: z.enum(reportReasons), details: z.string(), created_at: answeredInstantSchema })),
});
export type ReportedThing = z.infer<typeof reportedThingSchema>;
export const reportListSchema = z.object({ results: z.array(reportedThingSchema), next: z.nullable(z.string()) });

export const resolveInput = z.strictObject({ ...thingMembers, resolution: z.enum(resolutions) });
export const hideInput = z.strictObject({ ...thingMembers, hidden: z.boolean() });
/** A reply cannot be pinned, because it stands below the comment that it answers. */
export const pinInput = z.strictObject({ ...thingMembers, pinned: z.boolean() });
export const moderatedSchema = z.object({
  ...{ kind: z.enum(moderatedKinds), id: z.int() },
  hidden: z.boolean(),
  pinned: z.boolean(),
});

/** Whether users other than admins may still comment on the post or request. The input names exactly one. */
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
  /** ISO 8601 with its offset; null or absent for a permanent ban. */
  until: z.optional(z.nullable(instantSchema)),
  /** Only admins see it. */
  reason: z.optional(typedText({ min: 0, max: banReasonLengthMax })),
});
export const banSchema = z.object({
  username: z.string(),
  /** Null for a permanent ban. */
  until: z.nullable(answeredInstantSchema),
  reason: z.string(),
  /** User name of the admin; null if that account was deleted. */
  banned_by: z.nullable(z.string()),
  created_at: answeredInstantSchema,
});
export type Ban = z.infer<typeof banSchema>;
/** `created` is false if the user was already banned; the server then changes that ban. */
export const banOutput = z.extend(banSchema, { created: z.boolean() });
export const banListInput = z.strictObject(pageMembers);
export const banListSchema = z.object({ results: z.array(banSchema), next: z.nullable(z.string()) });
export const unbanInput = z.strictObject({ username });
