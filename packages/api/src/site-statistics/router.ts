import { siteRange, siteStatisticsInput, siteStatisticsSchema } from "@daymark/domain/operator/site-statistics";
import { ApiError } from "../base/error.ts";
import { adminProcedure, router } from "../procedure/trpc.ts";
import { readSiteStatistics } from "./read.ts";

const dayMilliseconds = 86_400_000;

export const siteStatisticsRouter = router({
  get: adminProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/admin/statistics/",
        summary: "Get the totals of this installation, day by day",
      },
    })
    .input(siteStatisticsInput)
    .output(siteStatisticsSchema)
    .query(({ ctx, input }) => {
      const today = Math.floor(ctx.now() / dayMilliseconds);
      const asked = siteRange(input, today);
      if (asked.errors) throw new ApiError("validation_failed", { fields: asked.errors });
      return readSiteStatistics(ctx.services.replica.$client, asked.range, today);
    }),
});
