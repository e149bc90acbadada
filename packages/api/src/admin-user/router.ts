import {
  adminUserCreateInput,
  adminUserCreateOutput,
  adminUserEndSessionsInput,
  adminUserEndSessionsOutput,
  adminUserEventListInput,
  adminUserEventListSchema,
  adminUserIdInput,
  adminUserListInput,
  adminUserListSchema,
  adminUserSchema,
  adminUserSessionListInput,
  adminUserSessionListSchema,
  adminUserUpdateInput,
} from "@daymark/domain/operator/admin-user";
import { lockAdmin } from "../account-change/lock-admin.ts";
import { requireStepUp, stepUpErrors } from "../account-change/step-up.ts";
import { findTaken } from "../account-change/taken-name.ts";
import { ApiError } from "../base/error.ts";
import { limitUnprovenMail } from "../procedure/rate-limit.ts";
import { adminProcedure, router } from "../procedure/trpc.ts";
import { createAccount } from "./create.ts";
import { listUserEvents, listUserSessions } from "./history.ts";
import { listUsers, readUser } from "./read.ts";
import { endUserSessions, updateUser } from "./update.ts";

export const adminUserRouter = router({
  list: adminProcedure
    .meta({
      openapi: { method: "GET", path: "/admin/users/", summary: "List accounts" },
      errors: ["invalid_cursor"],
    })
    .input(adminUserListInput)
    .output(adminUserListSchema)
    .query(({ ctx, input }) => listUsers(ctx.services.replica.$client, input, ctx.now())),

  get: adminProcedure
    .meta({
      openapi: { method: "GET", path: "/admin/users/{id}/", summary: "Get an account" },
      errors: ["user_not_found"],
    })
    .input(adminUserIdInput)
    .output(adminUserSchema)
    .query(({ ctx, input }) => readUser(ctx.db.$client, input.id, ctx.now())),

  listSessions: adminProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/admin/users/{id}/sessions/",
        summary: "List the sessions of an account",
      },
      errors: ["user_not_found"],
    })
    .input(adminUserSessionListInput)
    .output(adminUserSessionListSchema)
    .query(({ ctx, input }) => listUserSessions(ctx.services.replica.$client, input.id, ctx.now())),

  listEvents: adminProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/admin/users/{id}/events/",
        summary: "List the security events of an account, newest first",
      },
      errors: ["user_not_found", "invalid_cursor"],
    })
    .input(adminUserEventListInput)
    .output(adminUserEventListSchema)
    .query(({ ctx, input }) => listUserEvents(ctx.services.replica.$client, input)),

  create: adminProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/admin/users/",
        summary: "Create an account for someone else, who sets its password with a link",
        status: 201,
      },
      audit: { made: "user {id}", details: ["plan", "is_staff", "send_mail"] },
      hasSecretAnswer: true,
      errors: [...stepUpErrors, "generation_failed", "too_many_requests"],
    })
    .input(adminUserCreateInput)
    .output(adminUserCreateOutput)
    .mutation(async ({ ctx, input: { password, code, backup_code, ...wanted } }) => {
      // A stolen token must not make an account that outlives it.
      await requireStepUp(ctx, { password, code, backup_code });
      const fields = await findTaken(ctx.db, { ...wanted, now: ctx.now() });
      if (Object.keys(fields).length > 0) throw new ApiError("validation_failed", { fields });
      if (wanted.send_mail) await limitUnprovenMail(ctx, wanted.email);
      const { user: caller, language, services } = ctx;
      const maker = {
        ...{ admin: caller.id, language, outbox: services.outbox, now: ctx.now() },
        ...{ defaultPlan: services.installation.defaultPlan, hasPasswords: services.isPasswordLogInOn },
      };
      const { id, link } = await ctx.db.transaction(async (tx) => {
        await lockAdmin(tx, ctx);
        return createAccount(tx, wanted, maker);
      });
      return { ...(await readUser(ctx.db.$client, id, ctx.now())), link };
    }),

  update: adminProcedure
    .meta({
      openapi: { method: "PATCH", path: "/admin/users/{id}/", summary: "Change the rights or the plan of an account" },
      audit: { target: ["user {id}"], details: ["is_staff", "is_active", "plan"] },
      // Admins' comments in threads are marked as the team's.
      invalidates: ["blog", "board"],
      errors: ["user_not_found", "conflict", ...stepUpErrors],
    })
    .input(adminUserUpdateInput)
    .output(adminUserSchema)
    .mutation(async ({ ctx, input: { id, is_staff, is_active, plan, ...given } }) => {
      // A stolen token must not make a user an admin or deactivate one.
      if (is_staff !== undefined || is_active !== undefined) await requireStepUp(ctx, given);
      await updateUser(ctx, id, { is_staff, is_active, plan });
      return readUser(ctx.db.$client, id, ctx.now());
    }),

  endSessions: adminProcedure
    .meta({
      openapi: { method: "POST", path: "/admin/users/{id}/end-sessions/", summary: "End all sessions of an account" },
      audit: { target: ["user {id}"] },
      errors: ["user_not_found", ...stepUpErrors],
    })
    .input(adminUserEndSessionsInput)
    .output(adminUserEndSessionsOutput)
    .mutation(async ({ ctx, input: { id, ...given } }) => {
      await requireStepUp(ctx, given);
      return { detail: "sessions_terminated", terminated: await endUserSessions(ctx, id) };
    }),
});
