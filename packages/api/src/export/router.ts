import { siteNetworkOf } from "@daymark/auth/client/address";
import { type ExportFormat, exportInput, exportSchema } from "@daymark/domain/account/export";
import { fileSchema } from "@daymark/domain/base/file";
import { callersToday } from "../procedure/context.ts";
import { limit } from "../procedure/rate-limit.ts";
import { router, userProcedure } from "../procedure/trpc.ts";
import { writeCsv } from "./csv.ts";
import { exportQueue } from "./export-queue.ts";
import { writeJson } from "./json.ts";
import { readExport } from "./read.ts";
import { streamSnapshot } from "./stream.ts";

/** The writer, file extension and content type of each format. */
const formats = {
  json: { write: writeJson, ending: "json", contentType: "application/json; charset=utf-8" },
  csv: { write: writeCsv, ending: "zip", contentType: "application/zip" },
} as const satisfies Record<ExportFormat, object>;

export const exportRouter = router({
  get: userProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/export/",
        summary: "Export all data of the caller",
        hasOwnQueue: true,
        files: { "application/json": exportSchema, "application/zip": null },
      },
      errors: ["too_many_requests"],
    })
    .input(exportInput)
    .output(fileSchema)
    .query(async ({ ctx, input }) => {
      await limit(ctx, "export", ctx.user.id);
      const { write, ending, contentType } = formats[input.format ?? "json"];
      const asked = {
        userId: ctx.user.id,
        today: callersToday(ctx),
        now: new Date(ctx.now()),
        // An API key never reads the account, so its export has none either.
        hasAccount: Boolean(ctx.caller?.session),
      };
      const content = await streamSnapshot(
        ctx.db,
        async function* (db) {
          yield* write(await readExport(db, asked));
        },
        {
          inTurn: (reader, send) =>
            exportQueue.run(
              { userId: ctx.user.id, network: siteNetworkOf(ctx.client.address), watchClient: ctx.watchClient },
              reader,
              async () => {
                await ctx.confirmCaller?.();
                await send();
              },
            ),
          onBreak: (error) => ctx.log.error({ error }, "an export broke off"),
        },
      );
      return { file_name: `daymark-${asked.today}.${ending}`, content_type: contentType, content };
    }),
});
