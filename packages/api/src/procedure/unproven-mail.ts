import { networksOf } from "@daymark/auth/client/address";
import type { Limit, Limits } from "@daymark/auth/limits/rate-limit";

const hour = 3600;
const day = 24 * hour;

// Per recipient, over all accounts and kinds of mail that have no allowance of their own below.
const hourly = { points: 6, seconds: hour };
// Bounds the mails that strangers can have sent to another person's mailbox.
const daily = { points: 10, seconds: day };

/** Of a kind of mail that the owner of a mailbox must get, whatever strangers have had sent to it. */
interface OwnAllowance {
  name: string;
  /** For the mailbox, from all networks together. */
  all: Limit;
  /** For the mailbox, from one network: a stranger who asks from one leaves the rest to the owner. */
  oneNetwork: Limit;
}

const signUps = { name: "unproven_sign_up", all: { points: 4, seconds: day }, oneNetwork: { points: 2, seconds: day } };
const resets = { name: "unproven_reset", all: { points: 9, seconds: day }, oneNetwork: { points: 3, seconds: day } };

interface NetworkContext {
  limits: Limits;
  /** Who asks for the mail. */
  client: { address: string };
}

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

/** Counts the first mail of a new account, which no other kind of mail can use up. */
export function mayMailSignUp(ctx: NetworkContext, email: string): Promise<boolean> {
  return mayMail(ctx, signUps, email);
}

/** Counts a link that resets a password, which no other kind of mail can use up. */
export function mayMailReset(ctx: NetworkContext, email: string): Promise<boolean> {
  return mayMail(ctx, resets, email);
}

async function mayMail(
  { limits, client }: NetworkContext,
  { name, all, oneNetwork }: OwnAllowance,
  email: string,
): Promise<boolean> {
  const mailbox = mailboxOf(email);
  // The widest: one customer of a provider may have a whole /48.
  const network = networksOf(client.address).at(-1)?.network;
  // The network first: what it may not ask for does not count for the others.
  if ((await limits.take(`${name}_network`, oneNetwork, `${mailbox} ${network}`)) > 0) return false;
  return (await limits.take(name, all, mailbox)) === 0;
}

/**
 * One name for the addresses whose mail goes to one mailbox. For counting only: an account has its address as typed.
 * The detail of RFC 5233 goes, because mail to `a+b@example.com` mostly goes to the mailbox of `a@example.com`. Gmail
 * ignores dots, and has two domains (support.google.com/mail/answer/7436150 and /10313).
 */
function mailboxOf(email: string): string {
  const address = email.replace(/^([^@+]+)\+[^@]*@/, "$1@");
  const [, local] = /^([^@]+)@(?:gmail|googlemail)\.com$/.exec(address) ?? [];
  return local === undefined ? address : `${local.replaceAll(".", "")}@gmail.com`;
}
