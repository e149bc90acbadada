import type { Database, Transaction } from "@daymark/db/connection/client";
import { images } from "@daymark/db/schema/image";
import type { Block, BlockInput, ShownBlock } from "@daymark/domain/community/blog-block";
import { imageSrcset, imageUrl, type StoredImage } from "@daymark/domain/community/stored-image";
import { inArray } from "drizzle-orm";
import { ApiError } from "../base/error.ts";

/**
 * Converts blocks to their stored form. Their images are locked until the transaction ends, so that none is deleted
 * meanwhile.
 *
 * @throws ApiError validation_failed for an image that does not exist
 */
export async function keepBlocks(tx: Transaction, blocks: readonly BlockInput[]): Promise<Block[]> {
  const ids = imageIdsOf(blocks);
  if (ids.length > 0) {
    const rows = await tx
      .select({ id: images.id })
      .from(images)
      .where(inArray(images.id, ids))
      .orderBy(images.id)
      .for("key share");
    if (rows.length < ids.length) {
      throw new ApiError("validation_failed", { fields: { blocks: [{ code: "image_unknown" }] } });
    }
  }
  return blocks.map(toBlock);
}

function toBlock(block: BlockInput): Block {
  if (block.kind !== "image") return block;
  const { kind, image_id, url = "", alt } = block;
  return image_id === undefined ? { kind, url, alt } : { kind, image_id, alt };
}

/** Converts blocks for readers: our own images get their addresses and sizes. */
export async function showBlocks(db: Database, blocks: readonly Block[]): Promise<ShownBlock[]> {
  const ids = imageIdsOf(blocks);
  const rows = ids.length > 0 ? await db.select().from(images).where(inArray(images.id, ids)) : [];
  const stored = new Map(rows.map((row) => [row.id, row]));
  return blocks.map((block) => {
    if (block.kind !== "image" || !("image_id" in block)) return block;
    return { ...block, ...placeOf(stored.get(block.image_id)) };
  });
}

/** Only an old version of a post can show a deleted image: it gets an address at which nothing exists. */
function placeOf(image: StoredImage | undefined) {
  if (!image) return { url: imageUrl({ name: "deleted" }, 0) };
  const { width, height } = image;
  return { url: imageUrl(image, width), width, height, srcset: imageSrcset(image) };
}

function imageIdsOf(blocks: readonly { kind: string; image_id?: number | undefined }[]): number[] {
  const ids = blocks.flatMap(({ image_id }) => (image_id === undefined ? [] : [image_id]));
  return [...new Set(ids)];
}
