import type { Limits } from "@daymark/auth/limit";

const hour = 3600;

// Per recipient, over all accounts and kinds of mail: that of a sign-up, and as many as one account may ask for again.
const hourly = { points: 6, seconds: hour };
// Bounds the mails that strangers can have sent to another person's mailbox.
const daily = { points: 10, seconds: 24 * hour };

/**
 * Counts one mail to an address that its account has not verified. The counters belong to the recipient, so that more
 * accounts do not allow more mails, and they outlive a deleted account.
 *
 * @param email normalised
 * @returns 0 if the mail may be sent, else the whole seconds until another one may be
 */
export async function takeUnprovenMail({ limits }: { limits: Limits }, email: string): Promise<number> {
  const mailbox = mailboxOf(email);
  const retryAfterSeconds = await limits.take("unproven_recipient", hourly, mailbox);
  return retryAfterSeconds > 0 ? retryAfterSeconds : limits.take("unproven_recipient_day", daily, mailbox);
}

/** As {@link takeUnprovenMail}, for a call that succeeds without the mail too. */
export async function mayMailUnproven(ctx: { limits: Limits }, email: string): Promise<boolean> {
  return (await takeUnprovenMail(ctx, email)) === 0;
}

/** Removes the detail of RFC 5233, because mail to `a+b@example.com` mostly goes to the mailbox of `a@example.com`. */
function mailboxOf(email: string): string {
  return email.replace(/^([^@+]+)\+[^@]*@/, "$1@");
}
