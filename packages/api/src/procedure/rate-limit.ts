import { networkOf, networksOf, siteNetworkOf } from "@daymark/auth/client/address";
import type { Limit } from "@daymark/auth/limits/rate-limit";
import { securityEvents } from "@daymark/db/schema/security-event";
import type { CaptchaAction } from "@daymark/domain/account/captcha";
import { and, desc, eq, max, sql } from "drizzle-orm";
import { ApiError } from "../base/error.ts";
import type { Context, Services, Using } from "./context.ts";
import { takeUnprovenMail } from "./unproven-mail.ts";

const minute = 60;
const hour = 60 * minute;

/** The rate limits of the API and their reasons. Codes, plans and body sizes have their own limits. */
const limits = {
  // A person mistypes a few times; ten guesses a minute at one account come from a program.
  log_in_account_address: { points: 10, seconds: minute },
  // An office behind one address logs in at nine o'clock; a program that tries a list of leaked passwords is faster.
  log_in_address: { points: 30, seconds: minute },
  // Guesses from many addresses. The limit applies only to addresses that the account has not logged in from, so it
  // never locks out the owner.
  log_in_account: { points: 100, seconds: 15 * minute },
  // Allows a school class that signs up together.
  sign_up: { points: 20, seconds: hour },
  // One address, from one network. No user needs more mails than this, and the mailbox may belong to another person.
  reset_typed_address: { points: 5, seconds: hour },
  // One address, from all networks: bounds the mails that strangers send to it. The worker counts.
  reset_typed_address_total: { points: 20, seconds: hour },
  reset_address: { points: 20, seconds: hour },
  verification: { points: 5, seconds: hour },
  email_change: { points: 5, seconds: hour },
  // A user tries a few names, and some are taken. Each change invalidates public pages.
  username_change: { points: 10, seconds: hour },
  // The owner needs one. A log-out takes it back, so it could be repeated for ever.
  account_deletion: { points: 5, seconds: hour },
  // A thief with a stolen session must not find the password by guessing.
  password: { points: 10, seconds: 15 * minute },
  // A right password resets its counter, so step-ups have no limit. The owner reads only the first of each minute.
  stepped_up: { points: 1, seconds: minute },
  // A user ends them once or twice.
  end_sessions: { points: 20, seconds: hour },
  // Tabs and scripts refresh every ten minutes each.
  refresh: { points: 60, seconds: minute },
  // The operator copies the code of the first start. The form sends it with each step.
  setup_code: { points: 20, seconds: minute },
  // The operator corrects the address of the mail server a few times.
  setup_mail: { points: 20, seconds: hour },
  oauth: { points: 60, seconds: minute },
  // A provider tells of the log-outs of all its users from one address, and does not repeat a refused one. A token costs
  // the check of a signature.
  provider_log_out: { points: 1200, seconds: minute },
  passkey_log_in: { points: 60, seconds: minute },
  captcha: { points: 60, seconds: minute },
  // Over all accounts; each account has its own cap on wrong codes.
  code: { points: 30, seconds: minute },
  // Users create and name these by hand.
  api_key: { points: 20, seconds: hour },
  calendar_link: { points: 20, seconds: hour },
  // A user compares a few assistants. A faulty one asks again and again.
  app_consent: { points: 60, seconds: hour },
  // Each is a request to an address that a stranger may have chosen; the page of consent and the decision fetch it.
  app_document: { points: 120, seconds: hour },
  // Each installation of an assistant registers once. An office of people who try them shares an address.
  app_registration: { points: 30, seconds: hour },
  // A service refreshes the tokens of its users from few addresses, and devices poll every five seconds.
  app_token: { points: 600, seconds: minute },
  // An access token lives for an hour. Several processes of an application may share a connection.
  app_refresh: { points: 60, seconds: hour },
  device_start: { points: 30, seconds: hour },
  // RFC 8628 5.1: a code has 34 bits, and a person mistypes it a few times.
  device_code: { points: 20, seconds: 15 * minute },
  webhook: { points: 20, seconds: hour },
  // The user waits for each test and replay in front of the screen.
  webhook_message: { points: 60, seconds: hour },
  notification_target: { points: 20, seconds: hour },
  // The user waits for each message in front of the screen.
  notification_test: { points: 30, seconds: hour },
  passkey: { points: 20, seconds: hour },
  // Each stores a challenge. A user may cancel the browser's dialog and start again.
  passkey_start: { points: 60, seconds: hour },
  // Calendar services read many calendars from few addresses, each about once an hour.
  calendar_read: { points: 600, seconds: minute },
  // One calendar, from one network: a few devices of its owner, each some times an hour. A large calendar takes a second to
  // write.
  calendar_address: { points: 60, seconds: hour },
  habit_link: { points: 60, seconds: hour },
  // Two apps that send every few minutes, and a first export in many parts.
  health: { points: 240, seconds: hour },
  // Scripts of many users may share a network, which has a separate limit for each link.
  tap_network: { points: 600, seconds: minute },
  // One link, from one network: glasses of water of a long day, and each tap also asks what it would record.
  tap: { points: 120, seconds: hour },
  // One link, from one network: a proxy of pictures, or readers of a home page; browsers keep a picture for five minutes.
  picture: { points: 1200, seconds: hour },
  // An export reads all data of the account. A nightly backup and a user who tries both formats stay far below.
  export: { points: 20, seconds: hour },
  // Insights compare all habits, in up to half a second. The view computes them again after each change of a day.
  insights: { points: 120, seconds: hour },
  // An import takes two calls: a preview, then the import. Users sometimes choose a wrong file.
  import: { points: 30, seconds: hour },
  // The user waits for each message in front of the screen.
  push_test: { points: 10, seconds: hour },
  // Mail programs' servers send the clicks of many readers from few addresses.
  unsubscribe: { points: 300, seconds: minute },
  // The phones of an office answer their reminders at nine o'clock.
  reminder_done: { points: 300, seconds: minute },
  // A lively discussion has one comment a minute; a flood has more.
  comment: { points: 60, seconds: hour },
  new_account_comment: { points: 20, seconds: hour },
  // No user has more requests in an hour, and an admin reads each of them.
  feature_request: { points: 30, seconds: hour },
  new_account_feature_request: { points: 10, seconds: hour },
  report: { points: 30, seconds: hour },
  // Each call invalidates public pages. A user corrects a text a few times; a user who reads the whole board may vote
  // on every request.
  change: { points: 120, seconds: hour },
  reaction: { points: 300, seconds: hour },
  // More than a user follows in an hour, even if they change their mind about each.
  follow: { points: 120, seconds: hour },
  // Each key may store an answer for a day. A script that imports a long diary stays below.
  idempotency_key: { points: 10_000, seconds: 24 * hour },
  // Above this the server asks for a captcha; it refuses nothing.
  suspicion: { points: 3, seconds: hour },
} as const satisfies Record<string, Limit>;

type LimitName = keyof typeof limits;
type LimitContext = Using<"limits"> & Pick<Context, "client">;
type LogInContext = LimitContext & Pick<Context, "db">;

/**
 * Counts one attempt.
 *
 * @param who any text that identifies who tries: an account's id, an address
 * @throws ApiError too_many_requests
 */
export async function limit(ctx: Using<"limits">, name: LimitName, who: string | number): Promise<void> {
  const retryAfterSeconds = await ctx.services.limits.take(name, limits[name], String(who));
  if (retryAfterSeconds > 0) throw new ApiError("too_many_requests", { retryAfterSeconds });
}

/** Counts one event, and returns whether it is within its limit. It refuses nothing: the caller leaves repeats unrecorded. */
export async function isFirst(ctx: Using<"limits">, name: "stepped_up", who: string): Promise<boolean> {
  return (await ctx.services.limits.take(name, limits[name], who)) === 0;
}

/**
 * Counts one mail to an address that the caller has not verified, see {@link takeUnprovenMail}.
 *
 * @param email normalised
 * @throws ApiError too_many_requests
 */
export async function limitUnprovenMail(ctx: Using<"limits">, email: string): Promise<void> {
  const retryAfterSeconds = await takeUnprovenMail(ctx.services, email);
  if (retryAfterSeconds > 0) throw new ApiError("too_many_requests", { retryAfterSeconds });
}

/**
 * Counts one attempt of the calling address and of the wider networks that contain it.
 *
 * @throws ApiError too_many_requests
 */
export async function limitAddress(ctx: LimitContext, name: LimitName): Promise<void> {
  const retryAfterSeconds = await takeOfAddress(ctx, name);
  if (retryAfterSeconds > 0) throw new ApiError("too_many_requests", { retryAfterSeconds });
}

/**
 * As `Limits.take`, for each network that contains the calling address, the narrowest first. An attempt that a narrow
 * network's limit refuses is not counted in a wider network. Otherwise a flood from one device would use up its
 * neighbours' allowance.
 *
 * @param about a prefix that gives each kind of attempt its own counter
 */
async function takeOfAddress(ctx: LimitContext, name: LimitName, about = ""): Promise<number> {
  const { points, seconds } = limits[name];
  for (const { network, allowance } of networksOf(ctx.client.address)) {
    // Counters of one name have one allowance.
    const counter = allowance === 1 ? name : `${name} x${allowance}`;
    const limit = { points: points * allowance, seconds };
    const retryAfterSeconds = await ctx.services.limits.take(counter, limit, about + network);
    if (retryAfterSeconds > 0) return retryAfterSeconds;
  }
  return 0;
}

/**
 * Counts one request of a network for a secret address. A stranger who knows the address, and sends requests from one
 * network, leaves the allowances of the owner's networks.
 *
 * @param id of the calendar or link
 * @throws ApiError too_many_requests
 */
export async function limitLink(
  ctx: LimitContext,
  name: "calendar_address" | "tap" | "picture",
  id: number,
): Promise<void> {
  // The widest network, because one customer of a provider may have a whole /48.
  await limit(ctx, name, `${id} ${siteNetworkOf(ctx.client.address)}`);
}

/**
 * Counts one request of a network for a mail that resets a password, whether an account has the address or not. A stranger
 * who sends requests from one network leaves the rest of the address's allowance to its owner.
 *
 * @param email normalised
 * @throws ApiError too_many_requests
 */
export async function limitResets(ctx: LimitContext, email: string): Promise<void> {
  // The widest network, because one customer of a provider may have a whole /48.
  await limit(ctx, "reset_typed_address", `${email} ${siteNetworkOf(ctx.client.address)}`);
}

/**
 * Counts one request for a mail that resets a password, of all networks together. Those beyond the limit are not refused:
 * strangers could keep the owner of the address from a link.
 *
 * @param email normalised
 * @returns whether the request is within the limit
 */
export async function countReset(services: Pick<Services, "limits">, email: string): Promise<boolean> {
  return (await services.limits.take("reset_typed_address_total", limits.reset_typed_address_total, email)) === 0;
}

/**
 * Limits attempts at an account's password. A wrong password counts, even if parallel attempts run; a right one resets
 * the counter.
 *
 * @param attempt throws ApiError password_incorrect if the password is wrong
 * @throws ApiError too_many_requests, and what the attempt throws
 */
export async function limitPasswords<Result>(
  ctx: Using<"limits">,
  userId: number,
  attempt: () => Promise<Result>,
): Promise<Result> {
  await limit(ctx, "password", userId);
  const result = await attempt().catch(async (error: unknown) => {
    if (!isWrongPassword(error)) await ctx.services.limits.giveBack("password", limits.password, String(userId));
    throw error;
  });
  await ctx.services.limits.forget("password", limits.password, String(userId));
  return result;
}

/**
 * Limits attempts at a log-in, which has no caller yet. A stranger's guesses use up only the allowance of strangers.
 * From an address that the account has logged in from before, its owner still gets in.
 *
 * @param account the account's id, or the given name if no account has it
 */
export async function limitLogIns<Result>(
  ctx: LogInContext,
  account: number | string,
  attempt: () => Promise<Result>,
): Promise<Result> {
  // A name may be a number, and must not count against the account of that id.
  const whom = `${typeof account} ${account}`;
  // The wider networks are not counted here. The next limit counts strangers who try one account from many places.
  const pair = `${whom} ${networkOf(ctx.client.address)}`;
  await limit(ctx, "log_in_account_address", pair);
  const retryAfterSeconds = await ctx.services.limits.take("log_in_account", limits.log_in_account, whom);
  if (retryAfterSeconds > 0 && !(await isKnownAddress(ctx, account))) {
    throw new ApiError("too_many_requests", { retryAfterSeconds });
  }
  const giveBack = async () => {
    if (retryAfterSeconds === 0) await ctx.services.limits.giveBack("log_in_account", limits.log_in_account, whom);
  };
  const result = await attempt().catch(async (error: unknown) => {
    if (!isWrongPassword(error)) {
      await ctx.services.limits.giveBack("log_in_account_address", limits.log_in_account_address, pair);
      await giveBack();
    }
    throw error;
  });
  await ctx.services.limits.forget("log_in_account_address", limits.log_in_account_address, pair);
  await giveBack();
  return result;
}

/** Whether the calling address makes more attempts than a person would, or the same account receives more. */
export async function isSuspicious(ctx: LimitContext, action: CaptchaAction, whom: string): Promise<boolean> {
  const waits = await Promise.all([
    takeOfAddress(ctx, "suspicion", `${action} from `),
    ctx.services.limits.take("suspicion", limits.suspicion, `${action} of ${whom}`),
  ]);
  return waits.some((retryAfterSeconds) => retryAfterSeconds > 0);
}

const wrongPasswords: readonly string[] = ["password_incorrect", "login_password_incorrect", "login_user_not_found"];

function isWrongPassword(error: unknown): boolean {
  return error instanceof ApiError && wrongPasswords.includes(error.key);
}

/** More than the addresses that a person logs in from in 90 days. Comparing their networks takes a few milliseconds. */
const knownAddressesMax = 1000;

/** Runs only after too many failures. If an account has more addresses, only the newest count. */
async function isKnownAddress(ctx: LogInContext, account: number | string): Promise<boolean> {
  if (typeof account === "string") return false;
  const rows = await ctx.db
    .select({ address: securityEvents.address })
    .from(securityEvents)
    // PostgreSQL uses the partial index only if it sees the kind, which a parameter may hide.
    .where(and(eq(securityEvents.user_id, account), sql`${securityEvents.kind} = 'logged_in'`))
    .groupBy(securityEvents.address)
    .orderBy(desc(max(securityEvents.id)))
    .limit(knownAddressesMax);
  const network = networkOf(ctx.client.address);
  return rows.some(({ address }) => address !== null && networkOf(address) === network);
}
