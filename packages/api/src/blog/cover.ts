import type { Transaction } from "@daymark/db/connection/client";
import { blogs } from "@daymark/db/schema/blog";
import { images } from "@daymark/db/schema/image";
import type { Cover, CoverInput } from "@daymark/domain/community/blog-cover";
import { imageSrcset, imageUrl, type StoredImage } from "@daymark/domain/community/stored-image";
import { eq } from "drizzle-orm";
import { ApiError } from "../base/error.ts";

type StoredCover = Pick<typeof blogs.$inferSelect, "cover_image_id" | "cover_alt">;

/**
 * Converts a cover to its stored form. Its image is locked until the transaction ends, so that it cannot be deleted
 * meanwhile.
 *
 * @throws ApiError validation_failed for an image that does not exist
 */
export async function keepCover(tx: Transaction, cover: CoverInput | null): Promise<StoredCover> {
  if (!cover) return { cover_image_id: null, cover_alt: null };
  const { image_id, alt } = cover;
  const [image] = await tx.select({ id: images.id }).from(images).where(eq(images.id, image_id)).for("key share");
  if (!image) throw new ApiError("validation_failed", { fields: { cover: [{ code: "image_unknown" }] } });
  return { cover_image_id: image.id, cover_alt: alt };
}

/** The columns of a post's cover in a statement that joins `images` by {@link isCover}. */
export const coverColumns = {
  cover_alt: blogs.cover_alt,
  cover_image: { id: images.id, name: images.name, width: images.width, height: images.height, widths: images.widths },
};

export const isCover = eq(images.id, blogs.cover_image_id);

export interface CoverRow {
  cover_alt: string | null;
  cover_image: (StoredImage & { id: number }) | null;
}

/** A cover for readers: with its address and sizes. */
export function toCover({ cover_image: image, cover_alt }: CoverRow): Cover | null {
  if (!image) return null;
  const { id, width, height } = image;
  return { image_id: id, url: imageUrl(image, width), alt: cover_alt ?? "", width, height, srcset: imageSrcset(image) };
}
