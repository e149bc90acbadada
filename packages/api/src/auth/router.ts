import { hash } from "node:crypto";
import { recordEvent } from "@daymark/auth/client/security-event";
import { identities } from "@daymark/db/schema/identity";
import { users } from "@daymark/db/schema/user";
import {
  blacklistInput,
  blacklistOutput,
  emailVerificationInput,
  linkTokenInput,
  type Provider,
  profileSchema,
  refreshInput,
  refreshOutput,
  registerInput,
  registerOutput,
  tokenPairSchema,
} from "@daymark/domain/account/auth";
import { type GrantedPlan, grantPlan, planLimits, profilePlan } from "@daymark/domain/account/plan";
import { settingsSchema, settingsUpdateInput } from "@daymark/domain/account/settings";
import { anyLoginInput, stepUpInput } from "@daymark/domain/account/two-factor";
import type { ErrorKey } from "@daymark/domain/base/errors";
import { success } from "@daymark/domain/base/successes";
import { maskEmail } from "@daymark/domain/text/masked-email";
import { eq, getTableColumns, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { changeEmail } from "../account/email.ts";
import { lockAccount } from "../account-change/lock-account.ts";
import { record } from "../account-change/record-event.ts";
import { requireStepUp, stepUpErrors } from "../account-change/step-up.ts";
import { ApiError } from "../base/error.ts";
import { captchaErrors, requireCaptchaOfSuspects, withCaptcha } from "../captcha/check.ts";
import { hashInvitation } from "../invitation/create.ts";
import { requireInvitationFor } from "../invitation/redeem.ts";
import { policyErrors, refuseUnwelcome } from "../procedure/network-policy.ts";
import { requirePasswordLogIn } from "../procedure/password-log-in.ts";
import { isFirst, limit, limitAddress, limitUnprovenMail } from "../procedure/rate-limit.ts";
import { requireInvitable, requireOpenSignUp } from "../procedure/sign-up-mode.ts";
import { accountProcedure, publicProcedure, router } from "../procedure/trpc.ts";
import { secondFactorErrors } from "./begin-session.ts";
import { logIn } from "./log-in.ts";
import { logOutUrlOf } from "./provider-log-out.ts";
import { refuseOtherProxyUser } from "./proxy-user.ts";
import { registerUser } from "./register.ts";
import { readSettings, updateSettings } from "./settings.ts";
import { sendVerification, verifyEmail } from "./verification.ts";

const refreshRefusals = ["token_missing", "token_invalid", "token_expired", "session_terminated"] as const;

export const authRouter = router({
  register: publicProcedure
    .meta({
      openapi: { method: "POST", path: "/auth/register/", summary: "Sign up", status: 201 },
      featureSwitch: "sign_up",
      errors: ["permission_denied", "generation_failed", "too_many_requests", ...policyErrors, ...captchaErrors],
    })
    .input(registerInput)
    .output(registerOutput)
    .mutation(async ({ ctx, input }) => {
      if (input.invitation === undefined) requireOpenSignUp(ctx);
      else {
        requireInvitable(ctx);
        const hash = hashInvitation(input.invitation);
        await requireInvitationFor(ctx.db, { hash, email: input.email, now: ctx.now() });
      }
      refuseUnwelcome(ctx);
      await requirePasswordLogIn(ctx);
      // The captcha comes before the answer whether a name is taken, and before the sign-up counts.
      await withCaptcha(ctx, { action: "register", token: input.captcha }, async () => {
        await limitAddress(ctx, "sign_up");
        await registerUser(ctx, input);
      });
      return { detail: "registered", username: input.username };
    }),

  login: publicProcedure
    .meta({
      openapi: { method: "POST", path: "/auth/token/", summary: "Log in with a username or address" },
      errors: [
        "login_user_not_found",
        "login_password_incorrect",
        "third_party_account",
        "permission_denied",
        "two_factor_challenge_expired",
        "too_many_requests",
        ...secondFactorErrors,
      ],
    })
    .input(anyLoginInput)
    .output(tokenPairSchema)
    .mutation(({ ctx, input }) => logIn(ctx, input)),

  stepUp: accountProcedure
    .meta({
      openapi: { method: "POST", path: "/auth/step-up/", summary: "Confirm the caller's identity (step-up)" },
      // With a passkey, which only some installations support.
      errors: [...stepUpErrors, "passkey_invalid", "not_found"],
    })
    .input(stepUpInput)
    .output(success)
    .mutation(async ({ ctx, input }) => {
      await requireStepUp(ctx, input);
      if (await isFirst(ctx, "stepped_up", ctx.session.id)) await record(ctx, ctx.db, "stepped_up");
      return { detail: "stepped_up" };
    }),

  refresh: publicProcedure
    .meta({
      openapi: { method: "POST", path: "/auth/token/refresh/", summary: "Refresh the access token" },
      errors: [...refreshRefusals, "too_many_requests"],
    })
    .input(refreshInput)
    .output(refreshOutput)
    .mutation(async ({ ctx, input }) => {
      await limitAddress(ctx, "refresh");
      await refuseOtherProxyUser(ctx, tokenOf(input));
      return granted(await ctx.services.sessions.refresh(ctx.db, tokenOf(input), { rotate: input.rotate ?? false }));
    }),

  blacklist: publicProcedure
    .meta({
      openapi: { method: "POST", path: "/auth/token/blacklist/", summary: "Log out" },
      errors: refreshRefusals,
    })
    .input(blacklistInput)
    .output(blacklistOutput)
    .mutation(async ({ ctx, input }) => {
      const { sessions } = ctx.services;
      const { userId, sessionId } = granted(await sessions.readRefresh(tokenOf(input)));
      // Before the end of the session, which removes what is known of the one at the provider.
      const logout_url = await logOutUrlOf(ctx, sessionId);
      granted(await sessions.endByToken(ctx.db, tokenOf(input)));
      await recordEvent(ctx.db, { userId, sessionId, kind: "logged_out", client: ctx.client, now: ctx.now() });
      return { detail: "logged_out", ...(logout_url && { logout_url }) };
    }),

  sendEmailVerification: accountProcedure
    .meta({
      openapi: { method: "POST", path: "/send-email-verification/", summary: "Email the verification link again" },
      // The conflict is for an address that is verified already: a success without a mail would be a lie.
      errors: ["conflict", "generation_failed", "too_many_requests", ...captchaErrors],
    })
    .input(emailVerificationInput)
    .output(success)
    .mutation(async ({ ctx, input }) => {
      await limit(ctx, "verification", ctx.user.id);
      await requireCaptchaOfSuspects(ctx, "verify_email", { whom: String(ctx.user.id), token: input.captcha });
      await ctx.db.transaction(async (tx) => {
        const { account: user } = await lockAccount(tx, ctx);
        if (user.email_verified) throw new ApiError("conflict", { values: { reason: "email_verified" } });
        await limitUnprovenMail(ctx, user.email);
        await sendVerification(ctx, tx, user);
      });
      return { detail: "email_verification_sent" };
    }),

  verifyEmail: publicProcedure
    .meta({
      openapi: { method: "PATCH", path: "/verify-email/{token}/", summary: "Verify an email address" },
      errors: ["link_token_invalid", "email_taken", "conflict"],
    })
    .input(linkTokenInput)
    .output(success)
    .mutation(async ({ ctx, input }) => {
      if (await verifyEmail(ctx, input.token)) return { detail: "email_verified" };
      if (await changeEmail(ctx, input.token)) return { detail: "email_changed" };
      throw new ApiError("link_token_invalid");
    }),

  profile: accountProcedure
    .meta({ openapi: { method: "GET", path: "/profile/", summary: "Get the caller's profile" } })
    .input(z.strictObject({}))
    .output(profileSchema)
    .query(async ({ ctx }) => {
      const [user] = await ctx.db
        .select({ ...getTableColumns(users), providers: providersOfUser })
        .from(users)
        .where(eq(users.id, ctx.user.id));
      const { plan, ...own } = found(user);
      return toProfile(own, grantPlan(plan, ctx.services.installation.plans));
    }),

  settings: router({
    get: accountProcedure
      .meta({ openapi: { method: "GET", path: "/settings/", summary: "Get settings" } })
      .input(z.strictObject({}))
      .output(settingsSchema)
      .query(async ({ ctx }) => found(await readSettings(ctx.db, ctx.user))),

    update: accountProcedure
      .meta({
        openapi: { method: "PATCH", path: "/settings/", summary: "Change settings" },
        changes: ["settings"],
        errors: ["plan_limit_reached"],
      })
      .input(settingsUpdateInput)
      .output(settingsSchema)
      .mutation(async ({ ctx, input }) => {
        const settings = await updateSettings(ctx, input);
        ctx.services.sessions.forget(ctx.user.id);
        return found(settings);
      }),
  }),
});

/**
 * The refresh token of a body.
 *
 * @throws ApiError token_missing if it is blank
 */
function tokenOf({ refresh }: { refresh: string }): string {
  if (refresh.trim() === "") throw new ApiError("token_missing");
  return refresh;
}

/** Returns the answer for a valid token, or throws the error of the error table. */
function granted<Answer extends object>(answer: Answer | ErrorKey): Answer {
  if (typeof answer === "string") throw new ApiError(answer);
  return answer;
}

/** The user may be deleted between the guard's check and the query. */
function found<Row>(row: Row | undefined): Row {
  if (!row) throw new ApiError("session_terminated");
  return row;
}

/** Oldest first. */
const providersOfUser = sql<Provider[]>`
  array(select ${identities.provider} from ${identities} where ${identities.user_id} = ${users.id}
    order by ${identities.created_at})`;

function toProfile(user: Omit<typeof users.$inferSelect, "plan"> & { providers: Provider[] }, plan: GrantedPlan) {
  return {
    username: user.username,
    is_staff: user.is_staff,
    hashed_email: hash("sha256", user.email),
    masked_email: maskEmail(user.email),
    newsletter_subscriber: user.newsletter_subscriber,
    email_verified: user.email_verified,
    pending_email: user.pending_email,
    provider: user.providers[0] ?? null,
    providers: user.providers,
    has_password: user.password_hash !== null,
    two_factor_enabled: user.two_factor_enabled,
    plan: profilePlan(plan),
    date_joined: user.date_joined.toISOString(),
    limits: planLimits(plan),
  };
}
