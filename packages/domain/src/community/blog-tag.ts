import * as z from "zod/mini";
import { wholeListMembers } from "../base/pagination.ts";
import { languages } from "../text/language.ts";
import { firstBroken, lengthTo, notBlank, readable } from "../text/text.ts";
import { isTag, normalizeTag, tagLengthMax, tagsMax } from "./tag.ts";

/** A tag in a request, in its one form. */
export const tagInput = z
  .string()
  .check(
    z.overwrite(normalizeTag),
    firstBroken([notBlank, lengthTo(tagLengthMax), readable, { code: "tag_invalid", holds: isTag }]),
    z.meta({ minLength: 1, maxLength: tagLengthMax }),
  );

/** The tags of a post in a request. A repeated one counts once; the order stays. */
export const tagsInput = z.array(tagInput).check(
  z.maxLength(tagsMax, { abort: true }),
  z.overwrite((tags) => [...new Set(tags)]),
);

export const blogTagListInput = z.strictObject({ ...wholeListMembers, language: z.optional(z.enum(languages)) });
export const blogTagSchema = z.object({
  tag: z.string(),
  /** The number of published posts with the tag. */
  posts: z.int(),
});
export type BlogTag = z.infer<typeof blogTagSchema>;
export const blogTagListSchema = z.object({ results: z.array(blogTagSchema), next: z.null() });
