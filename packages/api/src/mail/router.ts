import type { Sql } from "@daymark/db/connection/client";
import { success } from "@daymark/domain/base/successes";
import {
  type MailRow,
  type MailState,
  mailIdInput,
  mailListInput,
  mailListSchema,
} from "@daymark/domain/operator/mail-row";
import { maskEmail } from "@daymark/domain/text/masked-email";
import { ApiError } from "../base/error.ts";
import { idPlace, readCursor, rowsOfPage, toPage } from "../base/pagination.ts";
import { retryMail, sendMailTask } from "../host/outbox.ts";
import { adminProcedure, router } from "../procedure/trpc.ts";

/** The outbox. The content of a mail stays encrypted: it contains links that grant access to accounts. */
export const mailRouter = router({
  list: adminProcedure
    .meta({
      openapi: { method: "GET", path: "/admin/mails/", summary: "List the emails of the outbox, newest first" },
      errors: ["invalid_cursor"],
    })
    .input(mailListInput)
    .output(mailListSchema)
    .query(({ ctx, input }) => listMails(ctx.services.replica.$client, input)),

  retry: adminProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/admin/mails/{id}/retry/",
        summary: "Retry an email now",
      },
      audit: { target: ["mail {id}"] },
      errors: ["mail_not_found"],
    })
    .input(mailIdInput)
    .output(success)
    .mutation(async ({ ctx, input }) => {
      if (!(await retryMail(ctx.db, input.id))) throw new ApiError("mail_not_found");
      return { detail: "mail_retried" };
    }),
});

/** @throws ApiError invalid_cursor */
async function listMails(
  sql: Sql,
  {
    limit,
    cursor,
    state,
    template,
  }: {
    limit?: number | undefined;
    cursor?: string | undefined;
    state?: MailState | undefined;
    template?: string | undefined;
  },
): Promise<{ results: MailRow[]; next: string | null }> {
  const before = readCursor(idPlace, cursor)?.[0];
  const rows = await sql<Row[]>`
    select m.id, m.state, m.template, u.username, u.email, m.attempts, m.last_error, m.created_at, m.sent_at,
      case when m.state = 'queued' then j.run_at end as next_attempt_at,
      m.state <> 'sent' and m.content is not null and (m.state = 'failed' or j.locked_at is null) as can_retry
    from mails m left join users u on u.id = m.user_id
      left join graphile_worker._private_jobs j on j.key = ${`${sendMailTask} `} || m.id
    where ${state === undefined ? sql`true` : sql`m.state = ${state}`}
      and ${template === undefined ? sql`true` : sql`m.template = ${template}`}
      and ${before === undefined ? sql`true` : sql`m.id < ${before}`}
    order by m.id desc
    limit ${rowsOfPage(limit)}`;
  const page = toPage(rows, limit, ({ id }) => [Number(id)]);
  return { results: page.results.map(toMail), next: page.next };
}

interface Row extends Omit<MailRow, "id" | "recipient"> {
  id: string;
  email: string | null;
}

function toMail({ id, email, created_at, sent_at, next_attempt_at, ...row }: Row): MailRow {
  return {
    ...row,
    id: Number(id),
    recipient: email && maskEmail(email),
    created_at: new Date(created_at).toISOString(),
    sent_at: sent_at && new Date(sent_at).toISOString(),
    next_attempt_at: next_attempt_at && new Date(next_attempt_at).toISOString(),
  };
}
