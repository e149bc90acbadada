import type { Database, Sql } from "@daymark/db/connection/client";
import { adminActions } from "@daymark/db/schema/admin";
import type { AuditDetail } from "@daymark/domain/operator/audit";
import { isReadable } from "@daymark/domain/text/text";
import { toProblem } from "../base/error.ts";
import type { Context } from "./context.ts";
import { AlreadyAnswered, type Outcome, runOnce } from "./run-once.ts";
import { withUserLock } from "./user-queue.ts";

/**
 * What the audit trail records of a call besides its caller, its time and its outcome, or why it records nothing. An
 * entry never holds texts of users, secrets or addresses. It holds only the named members, and of those only plain
 * words.
 */
export type Audit =
  | {
      /**
       * The target of the call, such as `user {id}`, from members of the input. The first template whose members are
       * all present is used.
       */
      target?: readonly string[];
      /** The target from members of the answer, if the call creates the target. */
      made?: string;
      /** Members of the input that describe the change. */
      details?: readonly string[];
      /**
       * Members that are user names. The trail stores the user's id, which identifies no person once the account is
       * deleted.
       */
      userDetails?: readonly string[];
      /** Members that are targets. The trail stores such a value only if it already contains the same target. */
      targetDetails?: readonly string[];
    }
  | { unrecorded: string };

/** A call as a guard sees it. */
interface Call {
  /** Name of the procedure. */
  path: string;
  audit: Audit | undefined;
  getRawInput: () => Promise<unknown>;
}

type AuditContext = Pick<Context, "db" | "services" | "adminLog" | "caller" | "runOnce"> & { user: { id: number } };

/**
 * Runs a call of an admin and records it in the trail. The row is written before the call begins, and gets its outcome
 * with the change. If the row cannot be written, the call does not run.
 *
 * With an Idempotency-Key both are in the transaction of the change. A failure rolls the row back, so it is written
 * again outside of the transaction. A repeat that gets the stored answer did nothing and is not recorded.
 */
export async function withTrail<Result extends Outcome>(
  ctx: AuditContext,
  call: Call,
  run: (db: Database) => Promise<Result>,
): Promise<Result> {
  if (call.audit && "unrecorded" in call.audit) return runOnce(ctx, run);
  const action: Action = {};
  try {
    const result = await runOnce(ctx, async (db) => {
      action.input = await call.getRawInput();
      action.id = await insertAction({ ...ctx, db }, call, action.input);
      const result = await run(db);
      if (result.ok) await writeOutcome({ ...ctx, db }, action.id, "done", madeBy(call, result.data));
      return result;
    });
    if (result.ok) logOutcome(ctx, call, action, "done");
    else await recordFailure(ctx, call, action, result.error);
    return result;
  } catch (error) {
    if (!(error instanceof AlreadyAnswered)) await recordFailure(ctx, call, action, error);
    throw error;
  }
}

/** More than the curious attempts of a person. A program that tries all day adds nothing after these. */
const refusalsOfDayMax = 100;

/**
 * Records the attempt of a user who is not an admin, at most one a minute and 100 a day, over all procedures. The
 * user's lock makes parallel attempts wait, so that only the first of them finds no row.
 */
export function recordRefusal(ctx: AuditContext, call: Call): Promise<void> {
  return withUserLock(ctx, "refusals", async (db) => {
    const [known] = await db.$client<[{ of_minute: number; of_day: number }]>`
      select count(*) filter (where at > now() - interval '1 minute')::int as of_minute, count(*)::int as of_day
      from admin_actions
      where actor_id = ${ctx.user.id} and outcome = 'permission_denied' and at > now() - interval '1 day'`;
    if (known.of_minute > 0 || known.of_day >= refusalsOfDayMax) return;
    // Reading the input would receive a file that the user may not upload, so the input is read only if the trail needs
    // it.
    const input = namesInput(call) ? await call.getRawInput() : undefined;
    await insertAction({ ...ctx, db }, call, input, "permission_denied");
  });
}

/** The state of a call that is being recorded. */
interface Action {
  /** The id of its row. A rollback may have removed that row. */
  id?: number;
  input?: unknown;
}

async function recordFailure(ctx: AuditContext, call: Call, { id, input }: Action, error: unknown): Promise<void> {
  const outcome = toProblem(error, input).code;
  try {
    const isThere = id !== undefined && (await updateOutcome(ctx.db.$client, id, outcome, null));
    logOutcome(ctx, call, { id: isThere ? id : await insertAction(ctx, call, input, outcome) }, outcome);
  } catch (error) {
    warnOfLoss(ctx, id, outcome, error);
  }
}

async function writeOutcome(ctx: AuditContext, id: number, outcome: string, made: string | null): Promise<void> {
  try {
    await updateOutcome(ctx.db.$client, id, outcome, made);
  } catch (error) {
    // Outside of a transaction the change is already made, and the row shows that the admin requested it. Within a
    // transaction, the error rolls back the transaction and the change.
    warnOfLoss(ctx, id, outcome, error);
  }
}

/** @returns whether the row exists */
async function updateOutcome(sql: Sql, id: number, outcome: string, made: string | null): Promise<boolean> {
  const { count } = await sql`
    update admin_actions set outcome = ${outcome}, target = coalesce(target, ${made}) where id = ${id}`;
  return count > 0;
}

function logOutcome(ctx: AuditContext, call: Call, { id }: Action, outcome: string): void {
  ctx.adminLog.info({ user_id: ctx.user.id, action: call.path, outcome, admin_action: id }, `${call.path} ${outcome}`);
}

function warnOfLoss(ctx: AuditContext, id: number | undefined, outcome: string, error: unknown): void {
  const fields = { error, admin_action: id, outcome };
  ctx.adminLog.error(fields, "the outcome of an admin's action could not be written down");
}

function madeBy({ audit }: Call, output: unknown): string | null {
  return audit && "made" in audit && audit.made ? fill(audit.made, output) : null;
}

function namesInput({ audit }: Call): boolean {
  if (!audit || "unrecorded" in audit) return false;
  const { target = [], details = [], userDetails = [], targetDetails = [] } = audit;
  return [target, details, userDetails, targetDetails].some((names) => names.length > 0);
}

/**
 * Writes one line of the trail.
 *
 * @returns its id
 */
async function insertAction(
  ctx: AuditContext,
  call: Call,
  input: unknown,
  outcome: string | null = null,
): Promise<number> {
  const audit = call.audit && !("unrecorded" in call.audit) ? call.audit : {};
  const key = ctx.caller?.key;
  const byKey = key ? { [key.resource ? "connected_app" : "api_key"]: key.id } : {};
  const [row] = await ctx.db
    .insert(adminActions)
    .values({
      actor_id: ctx.user.id,
      action: call.path,
      target: await targetOf(ctx.db.$client, audit.target ?? [], input),
      details: { ...(await detailsOf(ctx.db.$client, audit, input)), ...byKey },
      outcome,
    })
    .returning({ id: adminActions.id });
  if (!row) throw new Error("no action was written down");
  return row.id;
}

async function targetOf(sql: Sql, templates: readonly string[], input: unknown): Promise<string | null> {
  for (const template of templates) {
    const target = fill(template, input);
    if (target === null) continue;
    if (!template.includes("{username}")) return target;
    // User names change, so the trail stores the id.
    const id = await idOfUser(sql, plainOf(input, "username"));
    return id === null ? null : `user ${id}`;
  }
  return null;
}

async function idOfUser(sql: Sql, username: AuditDetail | undefined): Promise<number | null> {
  if (typeof username !== "string") return null;
  const [user] = await sql<{ id: string }[]>`select id from users where lower(username) = lower(${username})`;
  return user ? Number(user.id) : null;
}

async function detailsOf(
  sql: Sql,
  { details = [], userDetails = [], targetDetails = [] }: Exclude<Audit, { unrecorded: string }>,
  input: unknown,
): Promise<Record<string, AuditDetail>> {
  const found = pick(input, details);
  for (const name of userDetails) {
    if (memberOf(input, name)) found[name] = await idOfUser(sql, plainOf(input, name));
  }
  for (const name of targetDetails) {
    const value = memberOf(input, name);
    if (value) found[name] = await knownTarget(sql, value);
  }
  return found;
}

/** The value if the trail already contains it as a target, else null. So no other text gets into the trail. */
async function knownTarget(sql: Sql, value: unknown): Promise<string | null> {
  if (typeof value !== "string" || !isReadable(value)) return null;
  const [row] = await sql<{ target: string }[]>`select target from admin_actions where target = ${value} limit 1`;
  return row?.target ?? null;
}

/** Fills the members into a template. Returns null if a member is missing or is not a plain word. */
function fill(template: string, values: unknown): string | null {
  let isWhole = true;
  const text = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = plainOf(values, name);
    if (value === undefined || value === null) isWhole = false;
    return String(value);
  });
  return isWhole ? text : null;
}

function pick(input: unknown, names: readonly string[]): Record<string, AuditDetail> {
  const found = names.flatMap((name) => {
    const value = plainOf(input, name);
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(found);
}

/** The member of that name if it is a plain word. The input has not been validated yet, so it may contain anything. */
function plainOf(values: unknown, name: string): AuditDetail | undefined {
  const value = memberOf(values, name);
  if (value === null || typeof value === "boolean") return value;
  if (typeof value === "number") return Number.isFinite(value) ? value : undefined;
  return typeof value === "string" && /^[\w.:+-]{1,80}$/.test(value) ? value : undefined;
}

function memberOf(values: unknown, name: string): unknown {
  if (typeof values !== "object" || values === null || !Object.hasOwn(values, name)) return undefined;
  return (values as Record<string, unknown>)[name];
}
