import * as z from "zod/mini";

const pageLimitMax = 100;
export const pageLimitDefault = 20;

/** What a call for one page of a long list says of it. */
export const pageMembers = {
  limit: z.optional(z.int().check(z.gte(1), z.lte(pageLimitMax))),
  /** The `next` of the page before; opaque. */
  cursor: z.optional(z.string()),
};

/** What a call for a list says that comes whole: a limit is taken and changes nothing, and there never is a next page. */
export const wholeListMembers = { limit: pageMembers.limit };
