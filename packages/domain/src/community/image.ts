import * as z from "zod/mini";
import { uploadSchema } from "../base/file.ts";
import { idSchema } from "../base/id.ts";
import { pageMembers } from "../base/pagination.ts";
import { typedText } from "../text/text.ts";

/** The largest image file in a request, in bytes: the contract's 5 MB. */
export const imageBytesMax = 5_000_000;
export const altLengthMax = 300;
/** The path under which the server serves stored images. */
export const uploadsPath = "/uploads/";

/** The alternative text of an image, for readers who do not see it. */
export const altText = typedText({ min: 1, max: altLengthMax });

/** A stored image. The server converts every image to WebP in several widths. */
export interface StoredImage {
  /** The name of the files, without width and extension. */
  name: string;
  /** Width of the largest size, in pixels. */
  width: number;
  height: number;
  /** The stored widths, ascending. The last one is the image's own. */
  widths: readonly number[];
}

/** The path of one size, relative to the site's address. */
export function imageUrl({ name }: Pick<StoredImage, "name">, width: number): string {
  return `${uploadsPath}${name}-${width}.webp`;
}

/** A `srcset` of all sizes (HTML 4.8.4.2.1). */
export function imageSrcset(image: StoredImage): string {
  return image.widths.map((width) => `${imageUrl(image, width)} ${width}w`).join(", ");
}

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
  created_at: z.string(),
});
export type Image = z.infer<typeof imageSchema>;

export const imageListInput = z.strictObject(pageMembers);
export const imageListSchema = z.object({ results: z.array(imageSchema), next: z.nullable(z.string()) });
export const imageCreateInput = z.strictObject({ file: uploadSchema, alt: altText });
/** `created` is false if the same file existed already; the server then only changes its alternative text. */
export const imageCreateOutput = z.extend(imageSchema, { created: z.boolean() });
export const imageUpdateInput = z.strictObject({ id: idSchema, alt: altText });
export const imageIdInput = z.strictObject({ id: idSchema });
