import { healthArrivals } from "@daymark/db/schema/connection/health";
import { success } from "@daymark/domain/base/successes";
import { readAutoExport } from "@daymark/domain/health/auto-export";
import { isConnectTest, readConnect } from "@daymark/domain/health/connect";
import {
  healthArrivalListInput,
  healthArrivalListSchema,
  healthMappingIdInput,
  healthMappingListInput,
  healthMappingListSchema,
  healthMappingSchema,
  healthMappingSetInput,
  healthPayloadInput,
  healthReportSchema,
} from "@daymark/domain/health/health";
import { desc, eq } from "drizzle-orm";
import { isDryRun, router, userProcedure } from "../procedure/trpc.ts";
import { deleteMapping, listMappings, setMapping } from "./mapping.ts";
import { receiveHealth } from "./receive.ts";

/** Data of health apps, which fills the days of habits. */
export const healthRouter = router({
  mapping: router({
    list: userProcedure
      .meta({
        openapi: {
          method: "GET",
          path: "/health/mappings/",
          summary: "List which metric fills the days of which habit",
        },
      })
      .input(healthMappingListInput)
      .output(healthMappingListSchema)
      .query(async ({ ctx }) => ({ results: await listMappings(ctx), next: null })),

    set: userProcedure
      .meta({
        openapi: {
          method: "PUT",
          path: "/health/mappings/{habit_id}/",
          summary: "Set which metric fills the days of a habit",
        },
        errors: ["habit_not_found"],
      })
      .input(healthMappingSetInput)
      .output(healthMappingSchema)
      .mutation(({ ctx, input }) => setMapping(ctx, input)),

    delete: userProcedure
      .meta({
        openapi: {
          method: "DELETE",
          path: "/health/mappings/{habit_id}/",
          summary: "Stop filling the days of a habit with health data; its days stay",
        },
        errors: ["not_found", "habit_not_found"],
      })
      .input(healthMappingIdInput)
      .output(success)
      .mutation(async ({ ctx, input }) => {
        await deleteMapping(ctx, input.habit_id);
        return { detail: "settings_updated" };
      }),
  }),

  arrival: router({
    list: userProcedure
      .meta({
        openapi: {
          method: "GET",
          path: "/health/arrivals/",
          summary: "List the metrics of the last payload of each health app",
        },
      })
      .input(healthArrivalListInput)
      .output(healthArrivalListSchema)
      .query(async ({ ctx }) => {
        const rows = await ctx.db
          .select()
          .from(healthArrivals)
          .where(eq(healthArrivals.user_id, ctx.user.id))
          .orderBy(desc(healthArrivals.arrived_at), healthArrivals.source);
        const results = rows.map(({ user_id: _, arrived_at, ...row }) => ({
          ...row,
          arrived_at: arrived_at.toISOString(),
        }));
        return { results, next: null };
      }),
  }),

  autoExport: router({
    create: userProcedure
      .meta({
        openapi: {
          method: "POST",
          path: "/health/health-auto-export/",
          summary: "Record a payload of Health Auto Export",
          bodyMember: "payload",
        },
        changes: ["progress"],
        writesManyDays: (input) => !isDryRun(input),
        errors: ["too_many_requests", "conflict"],
      })
      .input(healthPayloadInput)
      .output(healthReportSchema)
      .mutation(({ ctx, input: { payload, dry_run = false } }) =>
        receiveHealth(ctx, { source: "health-auto-export", series: readAutoExport(payload), isDryRun: dry_run }),
      ),
  }),

  connect: router({
    create: userProcedure
      .meta({
        openapi: {
          method: "POST",
          path: "/health/health-connect/",
          summary: "Record a payload of HC Webhook or Life Dashboard Companion, with records of Health Connect",
          bodyMember: "payload",
        },
        changes: ["progress"],
        writesManyDays: (input) => !isDryRun(input),
        errors: ["too_many_requests", "conflict"],
      })
      .input(healthPayloadInput)
      .output(healthReportSchema)
      .mutation(({ ctx, input: { payload, dry_run = false } }) =>
        receiveHealth(ctx, {
          source: "health-connect",
          series: readConnect(payload),
          isDryRun: dry_run || isConnectTest(payload),
        }),
      ),
  }),
});
