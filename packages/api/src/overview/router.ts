import { switchNames } from "@daymark/domain/operator/feature-switch";
import { findingListSchema } from "@daymark/domain/operator/finding";
import { nodeSilentSeconds } from "@daymark/domain/operator/node";
import { overviewSchema, trendsSchema } from "@daymark/domain/operator/operator-view";
import * as z from "zod/mini";
import { adminProcedure, router } from "../procedure/trpc.ts";
import { deletedSignUps } from "../site-statistics/sign-ups.ts";
import { listFindings } from "./findings.ts";
import { readTrends } from "./trends.ts";

const dayMilliseconds = 86_400_000;

/** The few figures that an operator needs first; each comes from an index, or from a table that stays small. */
export const overviewRouter = router({
  get: adminProcedure
    .meta({ openapi: { method: "GET", path: "/admin/overview/", summary: "Get the overview for operators" } })
    .input(z.strictObject({}))
    .output(overviewSchema)
    .query(async ({ ctx }) => {
      const [row] = await ctx.services.replica.$client<[Record<Counted, string>]>`
        select
          (select count(*) from users where date_joined >= date_trunc('day', now(), 'UTC') and signed_up)
            + (select coalesce(sum(amount), 0) from statistics_days
              where measure = ${deletedSignUps} and day = (now() at time zone 'UTC')::date) as sign_ups_today,
          (select count(*) from active_days where day = (now() at time zone 'UTC')::date) as active_today,
          (select count(*) from reports where resolved_at is null) as waiting_reports,
          (select count(*) from feature_requests where status = 'pending') as pending_requests,
          (select count(*) from mails where state = 'queued') as queued_mails,
          (select count(*) from mails where state = 'failed') as failed_mails,
          (select count(*) from graphile_worker._private_jobs where attempts >= max_attempts) as failed_jobs,
          (select count(*) from nodes) as nodes,
          (select count(*) from nodes where seen_at < now() - make_interval(secs => ${nodeSilentSeconds})) as silent_nodes,
          (select count(*) from admin_actions where outcome is null
            and at between now() - interval '7 days' and now() - interval '5 minutes') as unfinished_actions`;
      const counts = Object.fromEntries(counted.map((name) => [name, Number(row[name])])) as Record<Counted, number>;
      const switched_off = switchNames.filter((name) => !ctx.services.switches.isOn(name));
      return { ...counts, switched_off, disk: await ctx.services.dataFiles.disk() };
    }),

  listFindings: adminProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/admin/overview/findings/",
        summary: "List what needs attention in the installation",
      },
    })
    .input(z.strictObject({}))
    .output(findingListSchema)
    .query(async ({ ctx }) => {
      const results = await listFindings(ctx);
      return { results, next: null, now: new Date(ctx.now()).toISOString() };
    }),

  getTrends: adminProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/admin/overview/trends/",
        summary: "Compare the last 28 days with the 28 days before",
      },
    })
    .input(z.strictObject({}))
    .output(trendsSchema)
    .query(({ ctx }) => readTrends(ctx.services.replica.$client, Math.floor(ctx.now() / dayMilliseconds))),
});

const counted = [
  "sign_ups_today",
  "active_today",
  "waiting_reports",
  "pending_requests",
  "queued_mails",
  "failed_mails",
  "failed_jobs",
  "nodes",
  "silent_nodes",
  "unfinished_actions",
] as const;
type Counted = (typeof counted)[number];
