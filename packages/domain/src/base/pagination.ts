import * as z from "zod/mini";

const pageLimitMax = 100;
export const pageLimitDefault = 20;

/** Input members of a call for one page of a list. */
export const pageMembers = {
  limit: z.optional(z.int().check(z.gte(1), z.lte(pageLimitMax))),
  /** The `next` of the previous page; opaque. */
  cursor: z.optional(z.string()),
};

/** Input members of a call for a whole list. The limit is accepted and has no effect, and there is no next page. */
export const wholeListMembers = { limit: pageMembers.limit };
