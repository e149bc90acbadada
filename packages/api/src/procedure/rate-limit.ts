import { networkOf, networksOf } from "@daymark/auth/client/address";
import type { Limit } from "@daymark/auth/limits/rate-limit";
import { securityEvents } from "@daymark/db/schema/security-event";
import type { CaptchaAction } from "@daymark/domain/account/captcha";
import { and, desc, eq, max } from "drizzle-orm";
import { ApiError } from "../base/error.ts";
import type { Context } from "./context.ts";
import { takeUnprovenMail } from "./unproven-mail.ts";

const minute = 60;
const hour = 60 * minute;

/** How often things may be tried, and why so often. Codes, plans and body sizes have limits of their own. */
const limits = {
  // A person mistypes a few times; ten guesses a minute of one account are a program's.
  log_in_account_address: { points: 10, seconds: minute },
  // An office behind one address logs in at nine; a list of leaked passwords is tried faster.
  log_in_address: { points: 30, seconds: minute },
  // Guesses that come from everywhere. Only where nobody of this account has been: the owner is never shut out.
  log_in_account: { points: 100, seconds: 15 * minute },
  // A class that signs up together.
  sign_up: { points: 20, seconds: hour },
  // Nobody reads more mails than that, and the mailbox may be somebody else's.
  reset_typed_address: { points: 5, seconds: hour },
  reset_address: { points: 20, seconds: hour },
  verification: { points: 5, seconds: hour },
  email_change: { points: 5, seconds: hour },
  // A name is chosen a few times, and some are taken; each change has guests' pages rendered anew.
  username_change: { points: 10, seconds: hour },
  // Whoever holds a stolen session must not find the password with it.
  password: { points: 10, seconds: 15 * minute },
  // Tabs and scripts refresh every ten minutes each.
  refresh: { points: 60, seconds: minute },
  oauth: { points: 60, seconds: minute },
  passkey_log_in: { points: 60, seconds: minute },
  captcha: { points: 60, seconds: minute },
  // Over all accounts; each account has its own cap on wrong codes.
  code: { points: 30, seconds: minute },
  // Of things that are kept and named by hand.
  api_key: { points: 20, seconds: hour },
  passkey: { points: 20, seconds: hour },
  // Each stores a challenge. A user may cancel the browser's dialog and start again.
  passkey_start: { points: 60, seconds: hour },
  // It reads all there is; a nightly backup and a person who tries both formats are far below.
  export: { points: 20, seconds: hour },
  // Each is looked at first and taken then, and a wrong file is chosen now and again.
  import: { points: 30, seconds: hour },
  // Each is a message that somebody waits for in front of the screen.
  push_test: { points: 10, seconds: hour },
  // Mail programs' servers send the clicks of many readers from few addresses.
  unsubscribe: { points: 300, seconds: minute },
  // A lively talk has a word a minute; a flood has more.
  comment: { points: 60, seconds: hour },
  new_account_comment: { points: 20, seconds: hour },
  // Nobody has more wishes than that in an hour, and each one is read by an admin.
  feature_request: { points: 30, seconds: hour },
  new_account_feature_request: { points: 10, seconds: hour },
  report: { points: 30, seconds: hour },
  // Each has guests' pages rendered anew. Words are put right a few times; who reads the whole board votes at each wish.
  change: { points: 120, seconds: hour },
  reaction: { points: 300, seconds: hour },
  // More than are of interest to anybody in an hour, and as often thought better of.
  follow: { points: 120, seconds: hour },
  // Each may store an answer for a day. A script that imports a long diary stays below.
  idempotency_key: { points: 10_000, seconds: 24 * hour },
  // From when on a captcha is asked for; reaching it refuses nothing.
  suspicion: { points: 3, seconds: hour },
} as const satisfies Record<string, Limit>;

type LimitName = keyof typeof limits;
type LimitContext = Pick<Context, "limits" | "client">;
type LogInContext = LimitContext & Pick<Context, "db">;

/**
 * Counts one try of somebody.
 *
 * @param who any text: an account's id, an address
 * @throws ApiError too_many_requests
 */
export async function limit(ctx: Pick<Context, "limits">, name: LimitName, who: string | number): Promise<void> {
  const retryAfterSeconds = await ctx.limits.take(name, limits[name], String(who));
  if (retryAfterSeconds > 0) throw new ApiError("too_many_requests", { retryAfterSeconds });
}

/**
 * Counts one mail to an address that the caller has not verified, see {@link takeUnprovenMail}.
 *
 * @param email normalised
 * @throws ApiError too_many_requests
 */
export async function limitUnprovenMail(ctx: Pick<Context, "limits">, email: string): Promise<void> {
  const retryAfterSeconds = await takeUnprovenMail(ctx, email);
  if (retryAfterSeconds > 0) throw new ApiError("too_many_requests", { retryAfterSeconds });
}

/**
 * Counts one try of the address that calls, and of the wider networks it is in.
 *
 * @throws ApiError too_many_requests
 */
export async function limitAddress(ctx: LimitContext, name: LimitName): Promise<void> {
  const retryAfterSeconds = await takeOfAddress(ctx, name);
  if (retryAfterSeconds > 0) throw new ApiError("too_many_requests", { retryAfterSeconds });
}

/**
 * As `Limits.take`, for each network that the calling address is counted in, the narrowest first. A try that a narrow
 * network refuses is not counted in a wider one: a flood from one device would else use up its neighbours' allowance.
 *
 * @param about what is tried from there, where each thing is counted by itself
 */
async function takeOfAddress(ctx: LimitContext, name: LimitName, about = ""): Promise<number> {
  const { points, seconds } = limits[name];
  for (const { network, allowance } of networksOf(ctx.client.address)) {
    // Counters of one name have one allowance.
    const counter = allowance === 1 ? name : `${name} x${allowance}`;
    const limit = { points: points * allowance, seconds };
    const retryAfterSeconds = await ctx.limits.take(counter, limit, about + network);
    if (retryAfterSeconds > 0) return retryAfterSeconds;
  }
  return 0;
}

/**
 * Lets a password of an account be tried: a wrong one counts, also while others are tried at the same time; a right one
 * begins anew.
 *
 * @param attempt throws ApiError password_incorrect where it was wrong
 * @throws ApiError too_many_requests, and whatever the attempt throws
 */
export async function limitPasswords<Result>(
  ctx: Pick<Context, "limits">,
  userId: number,
  attempt: () => Promise<Result>,
): Promise<Result> {
  await limit(ctx, "password", userId);
  const result = await attempt().catch(async (error: unknown) => {
    if (!isWrongPassword(error)) await ctx.limits.giveBack("password", limits.password, String(userId));
    throw error;
  });
  await ctx.limits.forget("password", limits.password, String(userId));
  return result;
}

/**
 * The same for a log-in, which has no caller yet. A stranger's guesses use up what strangers may; from an address that
 * the account has logged in from before, its owner still gets in.
 *
 * @param account the id of whom the name names, or the name where it names nobody
 */
export async function limitLogIns<Result>(
  ctx: LogInContext,
  account: number | string,
  attempt: () => Promise<Result>,
): Promise<Result> {
  // A name may be a number, and must not count against the account of that id.
  const whom = `${typeof account} ${account}`;
  // Not of the wider networks: strangers who try one account from many places are counted below.
  const pair = `${whom} ${networkOf(ctx.client.address)}`;
  await limit(ctx, "log_in_account_address", pair);
  const retryAfterSeconds = await ctx.limits.take("log_in_account", limits.log_in_account, whom);
  if (retryAfterSeconds > 0 && !(await isKnownAddress(ctx, account))) {
    throw new ApiError("too_many_requests", { retryAfterSeconds });
  }
  const giveBack = async () => {
    if (retryAfterSeconds === 0) await ctx.limits.giveBack("log_in_account", limits.log_in_account, whom);
  };
  const result = await attempt().catch(async (error: unknown) => {
    if (!isWrongPassword(error)) {
      await ctx.limits.giveBack("log_in_account_address", limits.log_in_account_address, pair);
      await giveBack();
    }
    throw error;
  });
  await ctx.limits.forget("log_in_account_address", limits.log_in_account_address, pair);
  await giveBack();
  return result;
}

/** Whether more is asked for than a person would, by the address that calls or about the same account. */
export async function isSuspicious(ctx: LimitContext, action: CaptchaAction, whom: string): Promise<boolean> {
  const waits = await Promise.all([
    takeOfAddress(ctx, "suspicion", `${action} from `),
    ctx.limits.take("suspicion", limits.suspicion, `${action} of ${whom}`),
  ]);
  return waits.some((retryAfterSeconds) => retryAfterSeconds > 0);
}

const wrongPasswords: readonly string[] = ["password_incorrect", "login_password_incorrect", "login_user_not_found"];

function isWrongPassword(error: unknown): boolean {
  return error instanceof ApiError && wrongPasswords.includes(error.key);
}

/** More than a person logs in from in 90 days. Comparing their networks takes a few milliseconds. */
const knownAddressesMax = 1000;

/** Asked only once there were too many failures. Of an account with more addresses the newest are known. */
async function isKnownAddress(ctx: LogInContext, account: number | string): Promise<boolean> {
  if (typeof account === "string") return false;
  const rows = await ctx.db
    .select({ address: securityEvents.address })
    .from(securityEvents)
    .where(and(eq(securityEvents.user_id, account), eq(securityEvents.kind, "logged_in")))
    .groupBy(securityEvents.address)
    .orderBy(desc(max(securityEvents.id)))
    .limit(knownAddressesMax);
  const network = networkOf(ctx.client.address);
  return rows.some(({ address }) => address !== null && networkOf(address) === network);
}
