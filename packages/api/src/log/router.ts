import { fileSchema } from "@daymark/domain/base/file";
import {
  logAppListInput,
  logAppListSchema,
  logFileInput,
  logFileListInput,
  logFileListSchema,
  logHistogramInput,
  logHistogramSchema,
  logLineListInput,
  logLineListSchema,
} from "@daymark/domain/operator/log";
import { requireStepUp, stepUpErrors } from "../account-change/step-up.ts";
import { adminProcedure, router } from "../procedure/trpc.ts";
import { downloadLog } from "./download.ts";
import { countLines } from "./histogram.ts";
import { listLines } from "./list.ts";

/** The log files, as admins read them; they are written by the host. */
export const logRouter = router({
  app: router({
    list: adminProcedure
      .meta({ openapi: { method: "GET", path: "/logs/", summary: "List the apps that have log files" } })
      .input(logAppListInput)
      .output(logAppListSchema)
      .query(async ({ ctx }) => ({ results: await ctx.services.logFiles.listApps(), next: null })),
  }),

  file: router({
    list: adminProcedure
      .meta({
        openapi: { method: "GET", path: "/logs/{app_dir}/", summary: "List the log files of an app, newest first" },
        errors: ["app_dir_not_found"],
      })
      .input(logFileListInput)
      .output(logFileListSchema)
      .query(async ({ ctx, input }) => ({ results: await ctx.services.logFiles.listFiles(input.app_dir), next: null })),

    get: adminProcedure
      .meta({
        openapi: {
          method: "GET",
          path: "/logs/{app_dir}/{date_file}/download/",
          summary: "Download a log file",
          files: { "application/x-ndjson": null },
        },
        audit: { target: ["log {app_dir}/{date_file}"] },
        errors: ["app_dir_not_found", "date_file_not_found", ...stepUpErrors],
      })
      .input(logFileInput)
      .output(fileSchema)
      .query(async ({ ctx, input }) => {
        await requireStepUp(ctx, {});
        return downloadLog(ctx.services, input);
      }),
  }),

  line: router({
    list: adminProcedure
      .meta({
        openapi: {
          method: "GET",
          path: "/logs/{app_dir}/{date_file}/",
          summary: "List the entries of a log file, newest first",
        },
        errors: ["app_dir_not_found", "date_file_not_found", "invalid_cursor"],
      })
      .input(logLineListInput)
      .output(logLineListSchema)
      .query(({ ctx, input }) => listLines(ctx.services, input)),
  }),

  histogram: router({
    get: adminProcedure
      .meta({
        openapi: {
          method: "GET",
          path: "/logs/{app_dir}/{date_file}/histogram/",
          summary: "Count the entries of a log file over time, by level",
        },
        errors: ["app_dir_not_found", "date_file_not_found", "invalid_cursor"],
      })
      .input(logHistogramInput)
      .output(logHistogramSchema)
      .query(({ ctx, input }) => countLines(ctx.services, input)),
  }),
});
