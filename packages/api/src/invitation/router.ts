import { invitations } from "@daymark/db/schema/invitation";
import { linkTokenInput } from "@daymark/domain/account/auth";
import {
  invitationCheckOutput,
  invitationCreateInput,
  invitationCreateOutput,
  invitationIdInput,
  invitationListInput,
  invitationListSchema,
  invitationSchema,
} from "@daymark/domain/operator/invitation";
import { and, eq, isNull } from "drizzle-orm";
import { lockAdmin } from "../account-change/lock-admin.ts";
import { requireStepUp, stepUpErrors } from "../account-change/step-up.ts";
import { limitUnprovenMail } from "../procedure/rate-limit.ts";
import { requireInvitable } from "../procedure/sign-up-mode.ts";
import { adminProcedure, publicProcedure, router } from "../procedure/trpc.ts";
import { createInvitation } from "./create.ts";
import { listInvitations, readInvitation } from "./read.ts";
import { requireInvitation } from "./redeem.ts";

/** Links with which people sign up, made by admins (docs/decisions/0078). */
export const invitationRouter = router({
  list: adminProcedure
    .meta({
      openapi: { method: "GET", path: "/admin/invitations/", summary: "List invitations, newest first" },
      errors: ["invalid_cursor"],
    })
    .input(invitationListInput)
    .output(invitationListSchema)
    .query(({ ctx, input }) => listInvitations(ctx.services.replica.$client, input, ctx.now())),

  create: adminProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/admin/invitations/",
        summary: "Create an invitation, whose link is shown only once",
        status: 201,
      },
      audit: { made: "invitation {id}", details: ["uses_max", "days", "plan", "is_staff"] },
      hasSecretAnswer: true,
      errors: [...stepUpErrors, "too_many_requests"],
    })
    .input(invitationCreateInput)
    .output(invitationCreateOutput)
    .mutation(async ({ ctx, input: { password, code, backup_code, ...wanted } }) => {
      // A stolen token must not open the door.
      await requireStepUp(ctx, { password, code, backup_code });
      if (wanted.mail_to !== undefined) await limitUnprovenMail(ctx, wanted.mail_to);
      const { id, link } = await ctx.db.transaction(async (tx) => {
        await lockAdmin(tx, ctx);
        const { user: admin, language, services } = ctx;
        return createInvitation(tx, wanted, { admin, language, outbox: services.outbox, now: ctx.now() });
      });
      return { ...(await readInvitation(ctx.db.$client, id, ctx.now())), link };
    }),

  revoke: adminProcedure
    .meta({
      openapi: { method: "POST", path: "/admin/invitations/{id}/revoke/", summary: "Revoke an invitation immediately" },
      audit: { target: ["invitation {id}"] },
      errors: ["not_found"],
    })
    .input(invitationIdInput)
    .output(invitationSchema)
    .mutation(async ({ ctx, input }) => {
      const isLeft = and(eq(invitations.id, input.id), isNull(invitations.revoked_at));
      await ctx.db
        .update(invitations)
        .set({ revoked_at: new Date(ctx.now()) })
        .where(isLeft);
      return readInvitation(ctx.db.$client, input.id, ctx.now());
    }),

  /** In a body, so that no log of addresses has the token. */
  check: publicProcedure
    .meta({
      openapi: { method: "POST", path: "/auth/invitation/", summary: "Check an invitation" },
      errors: ["permission_denied"],
    })
    .input(linkTokenInput)
    .output(invitationCheckOutput)
    .mutation(async ({ ctx, input }) => {
      requireInvitable(ctx);
      const { expires_at, email } = await requireInvitation(ctx.db, input.token, ctx.now());
      return { expires_at: expires_at.toISOString(), email };
    }),
});
