import * as z from "zod/mini";

/** Kinds of mail that a user can unsubscribe from, each with its own unsubscribe link. */
export const unsubscribePurposes = ["reminders", "newsletter", "board"] as const;
export type UnsubscribePurpose = (typeof unsubscribePurposes)[number];

const tokenLengthMax = 256;

export const unsubscribeInput = z.strictObject({ token: z.string().check(z.maxLength(tokenLengthMax)) });
export const unsubscribeOutput = z.object({ purpose: z.enum(unsubscribePurposes) });
