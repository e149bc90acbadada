import type { Database, Transaction } from "@daymark/db/connection/client";
import { images } from "@daymark/db/schema/image";
import type { Image } from "@daymark/domain/community/image";
import { imageSrcset, imageUrl } from "@daymark/domain/community/stored-image";
import { desc, eq, getTableColumns, sql } from "drizzle-orm";
import { ApiError } from "../base/error.ts";
import { idPlace, isAfter, readCursor, rowsOfPage, toPage } from "../base/pagination.ts";

/**
 * Newest first.
 *
 * @throws ApiError invalid_cursor
 */
export async function listImages(
  db: Database,
  { limit, cursor }: { limit?: number | undefined; cursor?: string | undefined },
): Promise<{ results: Image[]; next: string | null }> {
  const place = readCursor(idPlace, cursor);
  const rows = await selectImages(db)
    .where(place ? isAfter([images.id], place) : undefined)
    .orderBy(desc(images.id))
    .limit(rowsOfPage(limit));
  const { results, next } = toPage(rows, limit, ({ id }) => [id]);
  return { results: results.map(toImage), next };
}

/** @throws ApiError image_not_found */
export async function readImage(db: Database | Transaction, id: number): Promise<Image> {
  const [row] = await selectImages(db).where(eq(images.id, id));
  if (!row) throw new ApiError("image_not_found");
  return toImage(row);
}

const shows = sql`jsonb_build_array(jsonb_build_object('image_id', images.id))`;

const isShownInCopy = sql`
  copy.content -> 'blocks' @> ${shows} or copy.content -> 'cover' ->> 'image_id' = images.id::text`;

function selectImages(db: Database | Transaction) {
  return db
    .select({
      ...getTableColumns(images),
      used_in: sql<string[]>`coalesce((
        select json_agg(post.slug order by post.slug) from blogs post where post.id in (
          select used.id from blogs used where used.blocks @> ${shows}
          union all select covered.id from blogs covered where covered.cover_image_id = images.id
          union all select copy.blog_id from blog_drafts copy where ${isShownInCopy}
        )
      ), '[]')`,
      used_in_drafts: sql<number[]>`coalesce((
        select json_agg(copy.id order by copy.id) from blog_drafts copy
        where copy.blog_id is null and (${isShownInCopy})
      ), '[]')`,
    })
    .from(images);
}

type ImageRow = typeof images.$inferSelect & Pick<Image, "used_in" | "used_in_drafts">;

function toImage(row: ImageRow): Image {
  const { id, width, height, bytes, alt, used_in, used_in_drafts } = row;
  const url = imageUrl(row, width);
  return {
    id,
    url,
    srcset: imageSrcset(row),
    width,
    height,
    bytes,
    alt,
    used_in,
    used_in_drafts,
    created_at: row.created_at.toISOString(),
  };
}
