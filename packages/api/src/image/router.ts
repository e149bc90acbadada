import { images } from "@daymark/db/schema/image";
import { success } from "@daymark/domain/base/successes";
import {
  imageCreateInput,
  imageCreateOutput,
  imageIdInput,
  imageListInput,
  imageListSchema,
  imageSchema,
  imageUpdateInput,
} from "@daymark/domain/community/image";
import { imageBytesMax } from "@daymark/domain/community/stored-image";
import { eq } from "drizzle-orm";
import { adminProcedure, router } from "../procedure/trpc.ts";
import { createImage } from "./create.ts";
import { deleteImage } from "./delete.ts";
import { listImages, readImage } from "./read.ts";

export const imageRouter = router({
  list: adminProcedure
    .meta({
      openapi: { method: "GET", path: "/admin/images/", summary: "List the images of the blog, newest first" },
      errors: ["invalid_cursor"],
    })
    .input(imageListInput)
    .output(imageListSchema)
    .query(({ ctx, input }) => listImages(ctx.services.replica, input)),

  create: adminProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/admin/images/",
        summary: "Upload an image",
        status: 201,
        statusOf: ({ created }: { created: boolean }) => (created ? 201 : 200),
        upload: { member: "file", bytesMax: imageBytesMax },
      },
      audit: { made: "image {id}" },
      featureSwitch: "image_upload",
    })
    .input(imageCreateInput)
    .output(imageCreateOutput)
    .mutation(async ({ ctx, input }) => {
      const { id, created } = await createImage(ctx, input);
      return { ...(await readImage(ctx.db, id)), created };
    }),

  update: adminProcedure
    .meta({
      openapi: {
        method: "PATCH",
        path: "/admin/images/{id}/",
        summary: "Change the alternative text of an image",
      },
      audit: { target: ["image {id}"] },
      errors: ["image_not_found"],
    })
    .input(imageUpdateInput)
    .output(imageSchema)
    .mutation(async ({ ctx, input: { id, alt } }) => {
      await ctx.db.update(images).set({ alt }).where(eq(images.id, id));
      return readImage(ctx.db, id);
    }),

  delete: adminProcedure
    .meta({
      openapi: { method: "DELETE", path: "/admin/images/{id}/", summary: "Delete an unused image" },
      audit: { target: ["image {id}"] },
      errors: ["image_not_found", "conflict"],
    })
    .input(imageIdInput)
    .output(success)
    .mutation(async ({ ctx, input }) => {
      await deleteImage(ctx, input.id);
      return { detail: "image_deleted" };
    }),
});
