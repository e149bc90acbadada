import { images } from "@daymark/db/schema/image";
import { eq } from "drizzle-orm";
import { ApiError } from "../base/error.ts";
import type { Context, Using } from "../procedure/context.ts";
import { deleteFiles, fileOf } from "./files.ts";
import { readImage } from "./read.ts";

/**
 * Deletes an image that no post and no working copy shows, and its files. An old version of a post that shows it keeps
 * only its alternative text.
 *
 * @throws ApiError image_not_found; conflict while it is used
 */
export async function deleteImage(ctx: Using<"uploads"> & Pick<Context, "db">, id: number): Promise<void> {
  const { name, widths } = await ctx.db.transaction(async (tx) => {
    // A transaction that writes a post with the image either waits here or has committed before.
    const [row] = await tx.select().from(images).where(eq(images.id, id)).for("update");
    if (!row) throw new ApiError("image_not_found");
    const { used_in, used_in_drafts } = await readImage(tx, id);
    if (used_in.length > 0 || used_in_drafts.length > 0) {
      throw new ApiError("conflict", { values: { reason: "image_in_use" } });
    }
    await tx.delete(images).where(eq(images.id, id));
    return row;
  });
  await deleteFiles(ctx.db, ctx.services.uploads, { name, files: widths.map((width) => fileOf(name, width)) });
}
