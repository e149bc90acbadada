import { createHash, randomBytes } from "node:crypto";
import { images } from "@daymark/db/schema/image";
import type { Upload } from "@daymark/domain/base/file";
import { eq } from "drizzle-orm";
import { ApiError } from "../base/error.ts";
import type { Context, Using, Writing } from "../procedure/context.ts";
import { encodeImage } from "./encode.ts";
import { fileOf } from "./files.ts";

/**
 * Stores a picture. A file that was uploaded before is the same image, which gets the new alternative text. No database
 * connection waits for the storage of the files.
 *
 * @returns its id, and whether the file is new
 * @throws ApiError validation_failed for a file that is not a readable picture, unavailable if the storage does not
 *   answer, and what `confirmCaller` throws; QueueFull if too many pictures wait to be encoded
 */
export async function createImage(
  ctx: Writing & Using<"uploads"> & Pick<Context, "confirmCaller">,
  { file, alt }: { file: Pick<Upload, "content">; alt: string },
): Promise<{ id: number; created: boolean }> {
  const hash = createHash("sha256").update(file.content).digest("hex").slice(0, hashLength);
  const [known] = await ctx.db.update(images).set({ alt }).where(eq(images.hash, hash)).returning({ id: images.id });
  if (known) return { id: known.id, created: false };
  const encoded = await encodeImage(file.content);
  if (!encoded) throw new ApiError("validation_failed", { fields: { file: [{ code: "image_unreadable" }] } });
  await ctx.confirmCaller?.();
  const { width, height, sizes } = encoded;
  const name = randomBytes(nameBytes).toString("hex");
  // The row comes last, so that its files exist. A job deletes files without a row.
  for (const size of sizes) await ctx.services.uploads.write(fileOf(name, size.width), size.content);
  const [row] = await ctx.db
    .insert(images)
    .values({
      ...{ name, hash, width, height, alt, uploaded_by: ctx.user.id },
      bytes: sizes.at(-1)?.content.length ?? 0,
      widths: sizes.map((size) => size.width),
      created_at: new Date(ctx.now()),
    })
    // The same file was uploaded meanwhile. The job deletes the files of this upload.
    .onConflictDoUpdate({ target: images.hash, set: { alt } })
    .returning({ id: images.id, name: images.name });
  if (!row) throw new Error("an insert gave no row back");
  return { id: row.id, created: row.name === name };
}

/** Hexadecimal digits of the hash: 128 bits, so that an attacker cannot find two files with the same hash. */
const hashLength = 32;
/** 128 random bits, so that no name comes twice. */
const nameBytes = 16;
