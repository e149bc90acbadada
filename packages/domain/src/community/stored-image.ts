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
