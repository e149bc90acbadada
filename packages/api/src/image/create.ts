import { createHash } from "node:crypto";
import type { Database, Transaction } from "@daymark/db/connection/client";
import { images } from "@daymark/db/schema/image";
import type { Upload } from "@daymark/domain/base/file";
import { eq } from "drizzle-orm";
import { ApiError } from "../base/error.ts";
import type { Context, Using, Writing } from "../procedure/context.ts";
import { encodeImage } from "./encode.ts";
import { fileOf, holdFiles } from "./files.ts";

/**
 * Stores a picture. A file that was uploaded before is the same image, which gets the new alternative text.
 *
 * @returns its id, and whether the file is new
 * @throws ApiError validation_failed for a file that is not a readable picture, and what `confirmCaller` throws;
 *   QueueFull if too many pictures wait to be encoded
 */
export async function createImage(
  ctx: Writing & Using<"uploads"> & Pick<Context, "confirmCaller">,
  { file, alt }: { file: Pick<Upload, "content">; alt: string },
): Promise<{ id: number; created: boolean }> {
  const name = createHash("sha256").update(file.content).digest("hex").slice(0, nameLength);
  const known = await describeAgain(ctx.db, name, alt);
  if (known !== null) return { id: known, created: false };
  const encoded = await encodeImage(file.content);
  if (!encoded) throw new ApiError("validation_failed", { fields: { file: [{ code: "image_unreadable" }] } });
  await ctx.confirmCaller?.();
  const { width, height, sizes } = encoded;
  return ctx.db.transaction(async (tx) => {
    await holdFiles(tx, name);
    const others = await describeAgain(tx, name, alt);
    if (others !== null) return { id: others, created: false };
    // The row comes last, so that its files exist. A job deletes files without a row.
    for (const size of sizes) await ctx.services.uploads.write(fileOf(name, size.width), size.content);
    const [row] = await tx
      .insert(images)
      .values({
        ...{ name, width, height, alt, uploaded_by: ctx.user.id },
        bytes: sizes.at(-1)?.content.length ?? 0,
        widths: sizes.map((size) => size.width),
        created_at: new Date(ctx.now()),
      })
      .returning({ id: images.id });
    if (!row) throw new Error("an insert gave no row back");
    return { id: row.id, created: true };
  });
}

/** Hexadecimal digits of the hash: 128 bits, so that nobody can find two files with the same name. */
const nameLength = 32;

async function describeAgain(db: Database | Transaction, name: string, alt: string): Promise<number | null> {
  const [row] = await db.update(images).set({ alt }).where(eq(images.name, name)).returning({ id: images.id });
  return row?.id ?? null;
}
