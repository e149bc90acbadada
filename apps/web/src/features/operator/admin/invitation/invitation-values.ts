import type { Plan } from "@daymark/domain/account/plan";
import { newInvitationInput } from "@daymark/domain/operator/invitation";
import type { Language } from "@daymark/domain/text/language";

/** What an admin types about a new invitation. */
export interface InvitationValues {
  note: string;
  /** A number, or another text as it was typed. */
  uses_max: number | string;
  days: number | string;
  /** Empty for the plan that new accounts have. */
  plan: Plan | "";
  /** The only address that may sign up; empty for everyone who has the link. */
  email: string;
  /** Whether that address gets the link by mail, and in which language. */
  is_mailed: boolean;
  mail_language: Language;
  is_staff: boolean;
}

/** Checks the typed values by the rules of the call. */
export const invitationForm = {
  safeParse(values: unknown) {
    const result = newInvitationInput.safeParse(toInput(values as InvitationValues));
    if (result.success) return result;
    // The mail goes to `email`, which has the same error.
    return {
      success: false as const,
      error: { issues: result.error.issues.filter(({ path }) => path[0] !== "mail_to") },
    };
  },
};

/** Plain digits become a number; other text stays as typed, for the schema to check. */
export function toNumber(text: unknown): number | string {
  const typed = String(text ?? "").trim();
  return /^[+-]?\d+$/.test(typed) ? Number(typed) : typed;
}

function toInput({ note, uses_max, days, plan, email, is_mailed, mail_language, is_staff }: InvitationValues): object {
  const isForOne = email.trim() !== "";
  return {
    ...{ note, days },
    // Only one person has the address.
    uses_max: isForOne ? 1 : uses_max,
    ...(plan && { plan }),
    ...(isForOne && { email }),
    ...(isForOne && is_mailed && { mail_to: email, mail_language }),
    ...(is_staff && { is_staff }),
  };
}
