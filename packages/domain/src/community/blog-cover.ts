import * as z from "zod/mini";
import { idSchema } from "../base/id.ts";
import { altText } from "./stored-image.ts";

/**
 * The cover of a post in a request: one of the stored images, because a list needs its size before it is loaded, and
 * readers should not fetch it from another site.
 */
export const coverInput = z.strictObject({
  image_id: idSchema,
  alt: altText,
  // The server ignores these, so that a client can send back a cover that it read.
  url: z.optional(z.string()),
  width: z.optional(z.int()),
  height: z.optional(z.int()),
  srcset: z.optional(z.string()),
});
export type CoverInput = z.infer<typeof coverInput>;

export const coverSchema = z.object({
  image_id: z.int(),
  /** The path of the largest size, relative to the site's address. */
  url: z.string(),
  alt: z.string(),
  /** Pixels. */
  width: z.int(),
  height: z.int(),
  srcset: z.string(),
});
export type Cover = z.infer<typeof coverSchema>;
