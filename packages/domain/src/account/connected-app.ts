import * as z from "zod/mini";
import { idSchema } from "../base/id.ts";
import { answeredInstantSchema } from "../base/instant.ts";
import { wholeListMembers } from "../base/pagination.ts";
import { type ApiKeyScope, apiKeyScopes } from "./api-key.ts";

/** The parts of the server that a token may be for (RFC 8707): `/mcp` or `/api`. */
export const appResources = ["mcp", "api"] as const;
export type AppResource = (typeof appResources)[number];

/**
 * Each secret of an application has a separate prefix, so that none passes for another, and scanners find leaked ones.
 */
export const appPrefixes = {
  client: "dmc_",
  clientSecret: "dms_",
  accessToken: "dma_",
  refreshToken: "dmr_",
  code: "dmo_",
  deviceCode: "dmd_",
} as const;

/** Per user. */
export const connectedAppsMax = 50;

export const connectedAppSchema = z.object({
  id: z.int(),
  /** What the application calls itself. */
  name: z.string(),
  /** The host of the document that describes it, as {@link requestingApp} has it. */
  site: z.nullable(z.string()),
  resource: z.enum(appResources),
  scopes: z.array(z.enum(apiKeyScopes)),
  /** At most a minute behind; null if it made no call yet. */
  last_used_at: z.nullable(answeredInstantSchema),
  created_at: answeredInstantSchema,
});

export type ConnectedApp = z.infer<typeof connectedAppSchema>;

export const connectedAppListInput = z.strictObject(wholeListMembers);
export const connectedAppListSchema = z.object({ results: z.array(connectedAppSchema), next: z.null() });
export const connectedAppIdInput = z.strictObject({ id: idSchema });

/** What a user grants; `write` includes `read`. */
const appAccess = z.enum(apiKeyScopes);
export type AppAccess = ApiKeyScope;

/** Longer than any real request. A longer one is refused before it is read. */
const parameter = z.optional(z.string().check(z.maxLength(2_000)));

/** The parameters of an authorization request (RFC 6749 4.1.1, RFC 7636, RFC 8707), as the browser received them. */
const appRequestMembers = {
  response_type: parameter,
  client_id: parameter,
  redirect_uri: parameter,
  scope: parameter,
  state: parameter,
  code_challenge: parameter,
  code_challenge_method: parameter,
  resource: parameter,
};
export const appRequestInput = z.strictObject(appRequestMembers);
export type AppRequest = z.infer<typeof appRequestInput>;

/** What identifies an application to a person. The name is unverified. The redirect address is verified. */
export const requestingApp = z.object({
  name: z.string(),
  /** The host of the document that describes the application; null if it registered itself. */
  site: z.nullable(z.string()),
  /** Where the browser goes afterwards: a site, a program on the same device, or an installed app. */
  returns_to: z.object({ kind: z.enum(["site", "device", "app"]), name: z.string() }),
});
export type RequestingApp = z.infer<typeof requestingApp>;

/** Why a request is faulty although the application is known; the application learns it as `error` (RFC 6749 4.1.2.1). */
export const appRequestFaults = [
  "unsupported_response_type",
  "invalid_request",
  "invalid_scope",
  "invalid_target",
] as const;
export type AppRequestFault = (typeof appRequestFaults)[number];

export const appRequestOutput = z.object({
  /**
   * Why the user has nothing to decide; null if the request is valid. With `client_unknown` and `redirect_unknown` the
   * return address could be anyone's, so nothing is sent there, and the other members are null.
   */
  fault: z.nullable(z.enum(["client_unknown", "redirect_unknown", ...appRequestFaults])),
  app: z.nullable(requestingApp),
  /** Null if there is a fault. */
  scopes: z.nullable(z.array(z.enum(apiKeyScopes))),
  /** Null if there is a fault. */
  resource: z.nullable(z.enum(appResources)),
  /** Where the browser tells the application that the user has refused, or of the fault. */
  return_url: z.nullable(z.string()),
});
export type AppRequestOutput = z.infer<typeof appRequestOutput>;

export const connectedAppCreateInput = z.strictObject({ ...appRequestMembers, access: appAccess });
export const connectedAppCreateOutput = z.object({ redirect_to: z.string() });

/** Letters that make no words and are not mistaken for each other (RFC 8628 6.1). */
export const deviceCodeLetters = "BCDFGHJKLMNPQRSTVWXZ";
export const deviceCodeLength = 8;

/** The code as a device shows it. A user may type it in lower case, with or without spaces and hyphens. */
const deviceCodeSchema = z.string().check(
  z.maxLength(40),
  z.overwrite((text) => text.toUpperCase().replace(/[^A-Z]/g, "")),
);

export const deviceGetInput = z.strictObject({ user_code: deviceCodeSchema });
export const deviceGetOutput = z.object({
  name: z.string(),
  scopes: z.array(z.enum(apiKeyScopes)),
  resource: z.enum(appResources),
});
export type DeviceRequest = z.infer<typeof deviceGetOutput>;

const deviceDecision = z.enum(["allow", "refuse"]);

export const deviceSetInput = z.strictObject({
  user_code: deviceCodeSchema,
  decision: deviceDecision,
  access: appAccess,
});
export const deviceSetOutput = z.object({ decision: deviceDecision });
