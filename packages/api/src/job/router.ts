import { success } from "@daymark/domain/base/successes";
import { jobIdInput, jobListInput, jobListSchema } from "@daymark/domain/operator/job";
import { ApiError } from "../base/error.ts";
import { adminProcedure, router } from "../procedure/trpc.ts";
import { deleteJob } from "./delete.ts";
import { listJobs } from "./read.ts";

/** The job queue: mails, reminders, clean-up. */
export const jobRouter = router({
  list: adminProcedure
    .meta({
      openapi: { method: "GET", path: "/admin/jobs/", summary: "List the jobs of the queue, newest first" },
      errors: ["invalid_cursor"],
    })
    .input(jobListInput)
    .output(jobListSchema)
    .query(({ ctx, input }) => listJobs(ctx.services.replica.$client, input)),

  retry: adminProcedure
    .meta({
      openapi: { method: "POST", path: "/admin/jobs/{id}/retry/", summary: "Retry a job now" },
      audit: { target: ["job {id}"] },
      errors: ["job_not_found"],
    })
    .input(jobIdInput)
    .output(success)
    .mutation(async ({ ctx, input }) => {
      const rows = await ctx.db.$client`
        select 1 from graphile_worker.reschedule_jobs(array[${input.id}]::bigint[], run_at => now(), attempts => 0)`;
      if (rows.length === 0) throw new ApiError("job_not_found");
      return { detail: "job_retried" };
    }),

  delete: adminProcedure
    .meta({
      openapi: { method: "DELETE", path: "/admin/jobs/{id}/", summary: "Remove a job from the queue" },
      audit: { target: ["job {id}"] },
      errors: ["job_not_found"],
    })
    .input(jobIdInput)
    .output(success)
    .mutation(async ({ ctx, input }) => {
      await deleteJob(ctx.db, input.id);
      return { detail: "job_deleted" };
    }),
});
