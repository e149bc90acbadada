import { networksOf } from "@daymark/auth/client/address";
import type { Limit } from "@daymark/auth/limits/rate-limit";
import type { Services } from "./context.ts";

const hour = 3600;
const day = 24 * hour;

// Per recipient, over all accounts and all kinds of mail without their own allowance below.
const hourly = { points: 6, seconds: hour };
// Bounds the mails that strangers can cause to another person's mailbox.
const daily = { points: 10, seconds: day };

/**
 * The allowance of a kind of mail that the owner of a mailbox must receive, however many mails strangers caused to it.
 */
interface OwnAllowance {
  name: string;
  /** For the mailbox, from all networks together. */
  all: Limit;
  /** For the mailbox, from one network. A stranger who requests mails from one network leaves the rest to the owner. */
  oneNetwork: Limit;
}

const signUps = { name: "unproven_sign_up", all: { points: 4, seconds: day }, oneNetwork: { points: 2, seconds: day } };
const resets = { name: "unproven_reset", all: { points: 9, seconds: day }, oneNetwork: { points: 3, seconds: day } };

interface NetworkContext {
  services: Pick<Services, "limits">;
  /** The client that requests the mail. */
  client: { address: string };
}

/**
 * Counts one mail to an address that its account has not verified. The counters belong to the recipient, so that more
 * accounts do not allow more mails, and they outlive a deleted account.
 *
 * @param email normalised
 * @returns 0 if the mail may be sent, else the whole seconds until another one may be
 */
export async function takeUnprovenMail({ limits }: Pick<Services, "limits">, email: string): Promise<number> {
  const mailbox = mailboxOf(email);
  const retryAfterSeconds = await limits.take("unproven_recipient", hourly, mailbox);
  return retryAfterSeconds > 0 ? retryAfterSeconds : limits.take("unproven_recipient_day", daily, mailbox);
}

/** As {@link takeUnprovenMail}, for a call that succeeds even without the mail. */
export async function mayMailUnproven(services: Pick<Services, "limits">, email: string): Promise<boolean> {
  return (await takeUnprovenMail(services, email)) === 0;
}

/** Counts the first mail of a new account. Other kinds of mail cannot use up its allowance. */
export function mayMailSignUp(ctx: NetworkContext, email: string): Promise<boolean> {
  return mayMail(ctx, signUps, email);
}

/** Counts a mail that resets a password. Other kinds of mail cannot use up its allowance. */
export function mayMailReset(ctx: NetworkContext, email: string): Promise<boolean> {
  return mayMail(ctx, resets, email);
}

async function mayMail(
  { services: { limits }, client }: NetworkContext,
  { name, all, oneNetwork }: OwnAllowance,
  email: string,
): Promise<boolean> {
  const mailbox = mailboxOf(email);
  // The widest network, because one customer of a provider may have a whole /48.
  const network = networksOf(client.address).at(-1)?.network;
  // The network's limit comes first: a mail that it refuses does not count for other networks.
  if ((await limits.take(`${name}_network`, oneNetwork, `${mailbox} ${network}`)) > 0) return false;
  return (await limits.take(name, all, mailbox)) === 0;
}

/**
 * Returns one address for all addresses that deliver to one mailbox. It is for counting only: an account keeps the
 * address as typed. It removes the detail of RFC 5233, because mail to `a+b@example.com` mostly goes to the mailbox of
 * `a@example.com`. Gmail ignores dots, and has two domains (support.google.com/mail/answer/7436150 and /10313).
 */
function mailboxOf(email: string): string {
  const address = email.replace(/^([^@+]+)\+[^@]*@/, "$1@");
  const [, local] = /^([^@]+)@(?:gmail|googlemail)\.com$/.exec(address) ?? [];
  return local === undefined ? address : `${local.replaceAll(".", "")}@gmail.com`;
}
