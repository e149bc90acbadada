import * as z from "zod/mini";
import { firstBroken, lengthTo, notBlank } from "../text/text.ts";
import { oneSecondFactor, stepUpMembers } from "./two-factor.ts";

/** How long a person may be at the provider before the way back is closed. */
export const oauthStateTtlSeconds = 10 * 60;

/** Any name: one that is no provider, or none that is configured, is missing (404) and not invalid. */
const provider = z.string().check(firstBroken([lengthTo(64)]));

/** What a provider sends back with the browser: opaque, theirs, and bounded. */
const opaque = z.string().check(firstBroken([notBlank, lengthTo(4096)]));

export const oauthStartInput = z.strictObject({ provider, remember_me: z.optional(z.boolean()) });
export const oauthStartOutput = z.object({
  /** Where the browser goes, as a whole page. */
  url: z.string(),
  /** To be kept by the browser and compared with what comes back: a state of another browser is not its own. */
  state: z.string(),
});

export const oauthCompleteInput = z.strictObject({ provider, code: opaque, state: opaque });

/** The second factor or the password where the log-in is older than 10 minutes. */
export const oauthStartLinkInput = z.strictObject({ provider, ...stepUpMembers }).check(oneSecondFactor);

/** The second factor or the password where the log-in is older than 10 minutes. */
export const oauthUnlinkInput = z.strictObject({ provider, ...stepUpMembers }).check(oneSecondFactor);
