import { withinTransaction } from "@daymark/db/connection/within-transaction";
import { images } from "@daymark/db/schema/image";
import { eq } from "drizzle-orm";
import { ApiError } from "../base/error.ts";
import type { Context } from "../procedure/context.ts";
import { enqueueDeletion, fileOf } from "./files.ts";
import { readImage } from "./read.ts";

/**
 * Deletes an image that no post and no working copy shows. A job deletes its files, so that no call and no transaction
 * waits for their storage. An old version of a post that shows it keeps only its alternative text.
 *
 * @throws ApiError image_not_found; conflict while it is used
 */
export async function deleteImage(ctx: Pick<Context, "db">, id: number): Promise<void> {
  await withinTransaction(ctx.db, async (db) => {
    // A transaction that writes a post with the image either waits here or has committed before.
    const [row] = await db.select().from(images).where(eq(images.id, id)).for("update");
    if (!row) throw new ApiError("image_not_found");
    const { used_in, used_in_drafts } = await readImage(db, id);
    if (used_in.length > 0 || used_in_drafts.length > 0) {
      throw new ApiError("conflict", { values: { reason: "image_in_use" } });
    }
    await db.delete(images).where(eq(images.id, id));
    await enqueueDeletion(db.$client, { files: row.widths.map((width) => fileOf(row.name, width)) });
  });
}
