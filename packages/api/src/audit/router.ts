import { siteNetworkOf } from "@daymark/auth/client/address";
import { fileSchema } from "@daymark/domain/base/file";
import { auditFileInput, auditListInput, auditListSchema } from "@daymark/domain/operator/audit";
import { exportQueue } from "../export/export-queue.ts";
import { streamSnapshot } from "../export/stream.ts";
import { adminProcedure, router } from "../procedure/trpc.ts";
import { listAudited, writeAuditFile } from "./list.ts";

/**
 * The actions and attempts of admins. The guards write them (audit.ts), this router reads them, and no code changes
 * them.
 */
export const auditRouter = router({
  list: adminProcedure
    .meta({
      openapi: { method: "GET", path: "/admin/audit/", summary: "List what admins did, newest first" },
      errors: ["invalid_cursor"],
    })
    .input(auditListInput)
    .output(auditListSchema)
    .query(({ ctx, input }) => listAudited(ctx.services, input)),

  file: adminProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/admin/audit/file/",
        summary: "Download what admins did, as CSV",
        hasOwnQueue: true,
        files: { "text/csv": null },
      },
      audit: {
        details: ["action", "outcome", "from", "to"],
        userDetails: ["actor"],
        targetDetails: ["target"],
      },
      errors: ["too_many_requests"],
    })
    .input(auditFileInput)
    .output(fileSchema)
    .query(async ({ ctx, input }) => ({
      file_name: `audit-${new Date(ctx.now()).toISOString().slice(0, 10)}.csv`,
      content_type: "text/csv; charset=utf-8",
      // Not from the replica: if the replica fails, the transaction would start again on the primary, in the middle of
      // the file.
      content: await streamSnapshot(ctx.db, (db) => writeAuditFile(db.$client, input), {
        inTurn: (reader, send) =>
          exportQueue.run({ userId: ctx.user.id, network: siteNetworkOf(ctx.client.address) }, reader, async () => {
            await ctx.confirmCaller?.();
            await send();
          }),
        onBreak: (error) => ctx.adminLog.error({ error }, "a file of the audit trail broke off"),
      }),
    })),
});
