import * as z from "zod/mini";
import { uploadSchema } from "../base/file.ts";
import { idSchema } from "../base/id.ts";
import { answeredInstantSchema } from "../base/instant.ts";
import { pageMembers } from "../base/pagination.ts";
import { altText } from "./stored-image.ts";

export const imageSchema = z.object({
  id: z.int(),
  /** The path of the largest size, relative to the site's address. */
  url: z.string(),
  srcset: z.string(),
  /** Pixels. */
  width: z.int(),
  height: z.int(),
  bytes: z.int(),
  alt: z.string(),
  /** Slugs of the posts that show it, or whose working copies show it. */
  used_in: z.array(z.string()),
  /** Ids of the working copies of new posts that show it. */
  used_in_drafts: z.array(z.int()),
  created_at: answeredInstantSchema,
});
export type Image = z.infer<typeof imageSchema>;

export const imageListInput = z.strictObject(pageMembers);
export const imageListSchema = z.object({ results: z.array(imageSchema), next: z.nullable(z.string()) });
export const imageCreateInput = z.strictObject({ file: uploadSchema, alt: altText });
/** `created` is false if the same file existed already; the server then only changes its alternative text. */
export const imageCreateOutput = z.extend(imageSchema, { created: z.boolean() });
export const imageUpdateInput = z.strictObject({ id: idSchema, alt: altText });
export const imageIdInput = z.strictObject({ id: idSchema });
