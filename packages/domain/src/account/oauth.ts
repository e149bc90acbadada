import * as z from "zod/mini";
import { firstBroken, lengthTo, notBlank } from "../text/text.ts";
import { invitationToken } from "./auth.ts";
import { oneSecondFactor, stepUpMembers } from "./two-factor.ts";

/** How long a user may stay at the provider before the server rejects the callback. */
export const oauthStateTtlSeconds = 10 * 60;

/** How a provider's name is spelled: the configuration takes no other. */
export const providerName = /^[a-z][a-z0-9_]{0,29}$/;

/** Under this name the operator's proxy logs users in (AUTH_PROXY_HEADER). No OpenID provider may have it. */
export const proxyProvider = "proxy";

/** Any name passes. An unknown provider, or one that is not configured, is not found (404), not invalid. */
const provider = z.string().check(firstBroken([lengthTo(64)]));

/** A value that the provider sends back through the browser. It is opaque to us, so we only bound its length. */
const opaque = z.string().check(firstBroken([notBlank, lengthTo(4096)]));

export const oauthStartInput = z.strictObject({
  provider,
  remember_me: z.optional(z.boolean()),
  /** By which a first log-in may create an account. A log-in to an account that exists does not use it up. */
  invitation: z.optional(invitationToken),
});
export const oauthStartOutput = z.object({
  /** The page that the browser opens. */
  url: z.string(),
  /**
   * The browser stores it and compares it with the state in the callback, so that it rejects a state of another
   * browser.
   */
  state: z.string(),
});

export const oauthCompleteInput = z.strictObject({
  provider,
  code: opaque,
  state: opaque,
  /** The issuer that the provider named in its redirect (RFC 9207). A given one must be the right one. */
  iss: z.optional(opaque),
});

/** The second factor or the password is required if the log-in is older than 10 minutes. */
export const oauthStartLinkInput = z.strictObject({ provider, ...stepUpMembers }).check(oneSecondFactor);

/** The second factor or the password is required if the log-in is older than 10 minutes. */
export const oauthUnlinkInput = z.strictObject({ provider, ...stepUpMembers }).check(oneSecondFactor);

/** A JWT of the provider (OpenID Connect Back-Channel Logout 2.4). */
export const backChannelLogOutInput = z.strictObject({
  provider,
  logout_token: z.string().check(firstBroken([notBlank, lengthTo(16_384)])),
});

export const proxyLogInInput = z.strictObject({ remember_me: z.optional(z.boolean()) });
