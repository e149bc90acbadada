import { auditFileInput, auditListInput, auditListSchema } from "@daymark/domain/audit";
import { fileSchema } from "@daymark/domain/file";
import { adminProcedure, router } from "../trpc.ts";
import { listAudited, writeAuditFile } from "./list.ts";

/** What admins did, or tried to: written by their guards (record.ts), read here, changed by nobody. */
export const auditRouter = router({
  list: adminProcedure
    .meta({
      openapi: { method: "GET", path: "/admin/audit/", summary: "What admins did, newest first" },
      errors: ["invalid_cursor"],
    })
    .input(auditListInput)
    .output(auditListSchema)
    .query(({ ctx, input }) => listAudited(ctx, input)),

  file: adminProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/admin/audit/file/",
        summary: "What admins did, as a file for a spreadsheet",
        files: { "text/csv": null },
      },
      audit: { details: ["actor", "action", "target", "outcome", "from", "to"] },
    })
    .input(auditFileInput)
    .output(fileSchema)
    .query(async ({ ctx, input }) => ({
      file_name: `audit-${new Date(ctx.now()).toISOString().slice(0, 10)}.csv`,
      content_type: "text/csv; charset=utf-8",
      content: await writeAuditFile(ctx, input),
    })),
});
