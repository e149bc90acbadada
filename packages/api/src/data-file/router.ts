import { images } from "@daymark/db/schema/image";
import { fileNameOf, fileSchema } from "@daymark/domain/base/file";
import { backupInput, type Files, filesSchema } from "@daymark/domain/operator/operator-view";
import * as z from "zod/mini";
import { requireStepUp, stepUpErrors } from "../account-change/step-up.ts";
import { ApiError } from "../base/error.ts";
import { fileOf } from "../image/files.ts";
import type { Services } from "../procedure/context.ts";
import { adminProcedure, router } from "../procedure/trpc.ts";

export const dataFileRouter = router({
  list: adminProcedure
    .meta({ openapi: { method: "GET", path: "/admin/files/", summary: "List uploads and backups" } })
    .input(z.strictObject({}))
    .output(filesSchema)
    .query(async ({ ctx }) => ({
      uploads: await checkUploads(ctx.services),
      backups: await ctx.services.dataFiles.listBackups(),
    })),

  backup: adminProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/admin/files/backups/{name}/",
        summary: "Download a backup, which contains the data of all users",
        files: { "application/octet-stream": null },
      },
      audit: { target: ["backup {name}"] },
      errors: ["not_found", ...stepUpErrors],
    })
    .input(backupInput)
    .output(fileSchema)
    .query(async ({ ctx, input }) => {
      await requireStepUp(ctx, {});
      const backup = await ctx.services.dataFiles.openBackup(input.name);
      if (!backup) throw new ApiError("not_found");
      return { file_name: fileNameOf(input.name), content_type: "application/octet-stream", ...backup };
    }),
});

/** How many names the answer lists: an admin reads no more. */
const namesMax = 100;

async function checkUploads({ replica, uploads }: Pick<Services, "replica" | "uploads">): Promise<Files["uploads"]> {
  const rows = await replica.select({ name: images.name, widths: images.widths }).from(images);
  const missing = new Set(rows.flatMap(({ name, widths }) => widths.map((width) => fileOf(name, width))));
  const orphans: string[] = [];
  let [count, sum] = [0, 0];
  for await (const { file, bytes } of uploads.list()) {
    count += 1;
    sum += bytes;
    if (!missing.delete(file) && orphans.length < namesMax) orphans.push(file);
  }
  return { count, bytes: sum, orphans, missing: [...missing].slice(0, namesMax) };
}
