import * as z from "zod/mini";
import { answeredInstantSchema } from "../base/instant.ts";
import { pageMembers } from "../base/pagination.ts";
import { categories } from "./request-kind.ts";

/** An entry of the changelog: a request that was shipped. */
export const shippedRequestSchema = z.object({
  id: z.int(),
  title: z.string(),
  category: z.enum(categories),
  /** The admins' public answer, which says what is new. */
  reply: z.nullable(z.string()),
  likes: z.int(),
  dislikes: z.int(),
  comment_count: z.int(),
  shipped_at: answeredInstantSchema,
  /** When the request was last changed, for feeds. */
  updated_at: answeredInstantSchema,
});
export type ShippedRequest = z.infer<typeof shippedRequestSchema>;

export const shippedListInput = z.strictObject(pageMembers);
export const shippedListSchema = z.object({ results: z.array(shippedRequestSchema), next: z.nullable(z.string()) });
