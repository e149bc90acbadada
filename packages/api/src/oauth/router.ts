import { tokenPairSchema } from "@daymark/domain/account/auth";
import {
  backChannelLogOutInput,
  oauthCompleteInput,
  oauthStartInput,
  oauthStartLinkInput,
  oauthStartOutput,
  oauthUnlinkInput,
  proxyLogInInput,
} from "@daymark/domain/account/oauth";
import { success } from "@daymark/domain/base/successes";
import { requireStepUp, stepUpErrors } from "../account-change/step-up.ts";
import { finishFirstFactor, secondFactorErrors } from "../auth/begin-session.ts";
import { hashInvitation } from "../invitation/create.ts";
import { requireInvitation } from "../invitation/redeem.ts";
import { policyErrors, refuseUnwelcome } from "../procedure/network-policy.ts";
import { limitAddress } from "../procedure/rate-limit.ts";
import { requireInvitable } from "../procedure/sign-up-mode.ts";
import { accountProcedure, publicProcedure, router } from "../procedure/trpc.ts";
import { findOrCreateAccount } from "./account.ts";
import { applyAdminClaim } from "./admin-claim.ts";
import { isLinked, linkProvider, requireLinked, unlinkProvider } from "./link.ts";
import { endByLogoutToken } from "./log-out.ts";
import { logInByProxy } from "./proxy-log-in.ts";
import { identify, providerOf, start } from "./way.ts";

/**
 * A log-in through a provider. An unknown or unconfigured provider is missing (404), before any other check.
 *
 * @throws ApiError vpn_or_proxy_detected, bot_detected, invalid_provider
 */
const providerProcedure = publicProcedure.use(async ({ ctx, getRawInput, next }) => {
  // Before a state is used up or an account is created.
  refuseUnwelcome(ctx);
  const input = await getRawInput();
  const name = typeof input === "object" && input !== null && "provider" in input ? input.provider : undefined;
  if (typeof name === "string") providerOf(ctx, name);
  return next();
});

export const oauthRouter = router({
  start: providerProcedure
    .meta({
      openapi: { method: "POST", path: "/auth/oauth/{provider}/start/", summary: "Start a log-in with a third party" },
      featureSwitch: "social_log_in",
      errors: ["invalid_provider", "oauth_failed", "permission_denied", "too_many_requests", ...policyErrors],
    })
    .input(oauthStartInput)
    .output(oauthStartOutput)
    .mutation(async ({ ctx, input: { provider, invitation: token, remember_me = false } }) => {
      await limitAddress(ctx, "oauth");
      if (token !== undefined) {
        // Before the person leaves for the provider.
        requireInvitable(ctx);
        await requireInvitation(ctx.db, token, ctx.now());
      }
      const invitationHash = token === undefined ? null : hashInvitation(token);
      return start(ctx, provider, { userId: null, rememberMe: remember_me, invitationHash });
    }),

  complete: providerProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/auth/oauth/{provider}/",
        summary: "Complete a log-in with a third party",
      },
      featureSwitch: "social_log_in",
      errors: ["invalid_provider", "oauth_failed", "email_taken", "permission_denied", ...secondFactorErrors],
    })
    .input(oauthCompleteInput)
    .output(tokenPairSchema)
    .mutation(async ({ ctx, input }) => {
      await limitAddress(ctx, "oauth");
      const { account, rememberMe, invitationHash } = await identify(ctx, input, null);
      const user = await findOrCreateAccount(ctx, account, invitationHash);
      await applyAdminClaim(ctx, user.id, account);
      return finishFirstFactor(ctx, user, {
        rememberMe,
        how: "oauth",
        providerSession: account.session && {
          ...account.session,
          provider: account.provider,
          subject: account.subject,
        },
        isStanding: () => isLinked(ctx.db, user.id, account),
      });
    }),

  logInByProxy: publicProcedure
    .meta({
      openapi: { method: "POST", path: "/auth/proxy/", summary: "Log in as the user whom the server's proxy names" },
      errors: [
        ...(["not_authenticated", "oauth_failed", "email_taken", "permission_denied", "switched_off"] as const),
        ...secondFactorErrors,
      ],
    })
    .input(proxyLogInInput)
    .output(tokenPairSchema)
    .mutation(async ({ ctx, input }) => {
      refuseUnwelcome(ctx);
      await limitAddress(ctx, "oauth");
      return logInByProxy(ctx, { rememberMe: input.remember_me ?? false });
    }),

  backChannelLogOut: publicProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/auth/oauth/{provider}/backchannel-logout/",
        summary: "Receive a back-channel logout from a provider",
      },
      takesForm: ["logout_token"],
      errors: ["invalid_provider", "link_token_invalid", "unavailable", "too_many_requests"],
    })
    .input(backChannelLogOutInput)
    .output(success)
    .mutation(async ({ ctx, input }) => {
      providerOf(ctx, input.provider);
      await limitAddress(ctx, "provider_log_out");
      await endByLogoutToken(ctx, input.provider, input.logout_token);
      return { detail: "logged_out" };
    }),

  startLink: accountProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/auth/oauth/{provider}/link/start/",
        summary: "Start linking a third-party account",
      },
      featureSwitch: "social_log_in",
      errors: ["invalid_provider", "oauth_failed", ...stepUpErrors],
    })
    .input(oauthStartLinkInput)
    .output(oauthStartOutput)
    .mutation(async ({ ctx, input: { provider, ...given } }) => {
      providerOf(ctx, provider);
      await requireStepUp(ctx, given);
      await limitAddress(ctx, "oauth");
      return start(ctx, provider, { userId: ctx.user.id, rememberMe: false, invitationHash: null });
    }),

  link: accountProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/auth/oauth/{provider}/link/",
        summary: "Complete linking a third-party account",
      },
      changes: ["settings"],
      errors: ["invalid_provider", "oauth_failed", "email_not_verified", "conflict", "too_many_requests"],
    })
    .input(oauthCompleteInput)
    .output(success)
    .mutation(async ({ ctx, input }) => {
      await limitAddress(ctx, "oauth");
      const { account } = await identify(ctx, input, ctx.user.id);
      await linkProvider(ctx, account);
      return { detail: "provider_linked" };
    }),

  unlink: accountProcedure
    .meta({
      openapi: {
        method: "DELETE",
        path: "/auth/oauth/{provider}/",
        summary: "Unlink a third-party account",
      },
      changes: ["settings"],
      errors: ["invalid_provider", "conflict", ...stepUpErrors],
    })
    .input(oauthUnlinkInput)
    .output(success)
    .mutation(async ({ ctx, input: { provider, ...given } }) => {
      await requireLinked(ctx, provider);
      await requireStepUp(ctx, given);
      await unlinkProvider(ctx, provider);
      return { detail: "provider_unlinked" };
    }),
});
