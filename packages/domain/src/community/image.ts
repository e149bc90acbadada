import * as z from "zod/mini";
import { uploadSchema } from "../base/file.ts";
import { idSchema } from "../base/id.ts";
import { pageMembers } from "../base/pagination.ts";
import { typedText } from "../text/text.ts";

/** A picture's file as it is sent, in bytes: the contract's 5 MB. */
export const imageBytesMax = 5_000_000;
export const altLengthMax = 300;
/** Where stored pictures are served. */
export const uploadsPath = "/uploads/";

/** What a picture shows, for whoever does not see it. */
export const altText = typedText({ min: 1, max: altLengthMax });

/** A stored picture, which every picture is made to be: WebP, in several widths. */
export interface StoredImage {
  /** Of its files, without width and ending. */
  name: string;
  /** Of the largest one, in pixels. */
  width: number;
  height: number;
  /** Widths in which it is stored, ascending, the last one its own. */
  widths: readonly number[];
}

/** Address of one of the sizes, below the site's own. */
export function imageUrl({ name }: Pick<StoredImage, "name">, width: number): string {
  return `${uploadsPath}${name}-${width}.webp`;
}

/** A `srcset` of all sizes (HTML 4.8.4.2.1). */
export function imageSrcset(image: StoredImage): string {
  return image.widths.map((width) => `${imageUrl(image, width)} ${width}w`).join(", ");
}

export const imageSchema = z.object({
  id: z.int(),
  /** Below the site's own address; of the largest size. */
  url: z.string(),
  srcset: z.string(),
  /** Pixels. */
  width: z.int(),
  height: z.int(),
  bytes: z.int(),
  alt: z.string(),
  /** Slugs of the posts that show it, or whose working copies do. */
  used_in: z.array(z.string()),
  /** Ids of working copies that show it and will be new posts. */
  used_in_drafts: z.array(z.int()),
  created_at: z.string(),
});
export type Image = z.infer<typeof imageSchema>;

export const imageListInput = z.strictObject(pageMembers);
export const imageListSchema = z.object({ results: z.array(imageSchema), next: z.nullable(z.string()) });
export const imageCreateInput = z.strictObject({ file: uploadSchema, alt: altText });
/** `created` is false where the same file was there already, which has other words now. */
export const imageCreateOutput = z.extend(imageSchema, { created: z.boolean() });
export const imageUpdateInput = z.strictObject({ id: idSchema, alt: altText });
export const imageIdInput = z.strictObject({ id: idSchema });
