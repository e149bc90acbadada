import type { Sql } from "@daymark/db/client";
import { adminActions } from "@daymark/db/schema/admin";
import type { AuditDetail } from "@daymark/domain/audit";
import type { Context } from "../context.ts";
import { toProblem } from "../error.ts";

/**
 * What the trail says of a procedure of admins beside who called it, when, and how it ended; or why it says nothing.
 * What people wrote, secrets and addresses are never named here: only members are, and of them only plain words.
 */
export type Audit =
  | {
      /** What it is done to, such as `user {id}`, by members of the input; the first template whose members are there. */
      target?: readonly string[];
      /** The same by members of the answer, where the call makes it. */
      made?: string;
      /** Members of the input that tell the deed. */
      details?: readonly string[];
    }
  | { unrecorded: string };

/** A call as a guard sees it. */
interface Call {
  /** Name of the procedure. */
  path: string;
  audit: Audit | undefined;
  getRawInput: () => Promise<unknown>;
}

type Deed = Pick<Context, "db" | "adminLog" | "caller"> & { user: { id: number } };

/**
 * Has a call written down before it begins, and how it ended after it: whatever happens in between, the deed is known.
 * Where it cannot be written down it is not done.
 */
export async function withTrail<Result extends { ok: boolean; data?: unknown; error?: unknown }>(
  ctx: Deed,
  call: Call,
  run: () => Promise<Result>,
): Promise<Result> {
  if (call.audit && "unrecorded" in call.audit) return run();
  const sql = ctx.db.$client;
  const input = await call.getRawInput();
  const id = await insertAction(ctx, call, input);
  const result = await run();
  const made = result.ok && call.audit?.made ? fill(call.audit.made, result.data) : null;
  const outcome = result.ok ? "done" : toProblem(result.error, input).code;
  ctx.adminLog.info({ user_id: ctx.user.id, action: call.path, outcome, admin_action: id }, `${call.path} ${outcome}`);
  try {
    await sql`update admin_actions set outcome = ${outcome}, target = coalesce(target, ${made}) where id = ${id}`;
  } catch (error) {
    // It is done, or refused, and its caller is told so; that it was asked for is written down.
    ctx.adminLog.error(
      { error, admin_action: id, outcome },
      "the outcome of an admin's action could not be written down",
    );
  }
  return result;
}

/** Has a try of somebody who is no admin written down, at most once a minute of one procedure. */
export async function recordRefusal(ctx: Deed, call: Call): Promise<void> {
  const sql = ctx.db.$client;
  const [known] = await sql`
    select 1 from admin_actions
    where actor_id = ${ctx.user.id} and action = ${call.path} and at > now() - interval '1 minute' limit 1`;
  if (!known) await insertAction(ctx, call, await call.getRawInput(), "permission_denied");
}

/**
 * Writes one line of the trail.
 *
 * @returns its id
 */
async function insertAction(ctx: Deed, call: Call, input: unknown, outcome: string | null = null): Promise<number> {
  const { target = [], details = [] } = call.audit && !("unrecorded" in call.audit) ? call.audit : {};
  const byKey = ctx.caller?.key ? { api_key: ctx.caller.key.id } : {};
  const [row] = await ctx.db
    .insert(adminActions)
    .values({
      actor_id: ctx.user.id,
      action: call.path,
      target: await targetOf(ctx.db.$client, target, input),
      details: { ...pick(input, details), ...byKey },
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
    // Names change, and are not kept here.
    const name = String((input as Record<string, unknown>).username);
    const [user] = await sql<{ id: string }[]>`select id from users where lower(username) = lower(${name})`;
    return user ? `user ${user.id}` : null;
  }
  return null;
}

/** A template with its members in their places; null where one is missing or is no plain word. */
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

/** What is called so, where it is no sentence: nothing has been checked yet, and whatever was sent stands here. */
function plainOf(values: unknown, name: string): AuditDetail | undefined {
  if (typeof values !== "object" || values === null || !Object.hasOwn(values, name)) return undefined;
  const value = (values as Record<string, unknown>)[name];
  if (value === null || typeof value === "boolean") return value;
  if (typeof value === "number") return Number.isFinite(value) ? value : undefined;
  return typeof value === "string" && /^[\w.:+-]{1,80}$/.test(value) ? value : undefined;
}
