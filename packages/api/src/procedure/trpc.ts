import type { CallingUser, SessionCaller } from "@daymark/auth/session/caller";
import type { Database } from "@daymark/db/connection/client";
import type { ErrorKey } from "@daymark/domain/base/errors";
import type { LiveTopic } from "@daymark/domain/base/live";
import type { PageTopic } from "@daymark/domain/base/page-topic";
import { type FieldErrors, wholeBody } from "@daymark/domain/base/validation";
import type { SwitchName } from "@daymark/domain/operator/feature-switch";
import { initTRPC } from "@trpc/server";
import { TRPC_ERROR_CODES_BY_KEY } from "@trpc/server/rpc";
import type * as z from "zod/mini";
import { ApiError, toProblem, trpcCode } from "../base/error.ts";
import { transformer } from "../base/transformer.ts";
import { requireOn } from "../host/switches.ts";
import { type Audit, recordRefusal, withTrail } from "./audit.ts";
import type { Context } from "./context.ts";
import { changeInTurn, longChangeInTurn } from "./long-reads.ts";
import { countAnswer, inTurn, type Outcome, runOnce } from "./run-once.ts";

/** Metadata of a procedure: who may call it, which errors it answers with, and where REST mounts it. */
export interface Meta {
  guard?: "public" | "optional" | "user" | "verified" | "staff" | "account" | "admin";
  openapi?: {
    method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
    /** Below /api, with a trailing slash. `{member}` is an input member that the client sends in the path. */
    path: `/${string}/`;
    summary: string;
    /** The status of a success; 201 for a creation. */
    status?: 200 | 201;
    /** Derives the status from the answer, if successes differ in status. `status` is then the usual one. */
    statusOf?: (output: never) => 200 | 201;
    /**
     * Set if the procedure answers with a file, which is `fileSchema` of the domain. The keys are its possible content
     * types. The values are the schemas of the content, or null if it is not JSON. Only REST can send a file.
     */
    files?: Readonly<Record<string, z.ZodMiniType | null>>;
    /**
     * Set if the body is in the format of another product: the input member that holds the whole of it. The other members
     * are in the query.
     */
    bodyMember?: string;
    /**
     * Set if calls wait in a queue of the procedure's own, for seconds. They then take no turn of their caller, and use
     * connections for long work.
     */
    hasOwnQueue?: true;
    /**
     * Set if the procedure takes a file, which is `uploadSchema` of the domain: the input member that holds it, and its
     * maximum size in bytes. The client sends such a call as a form (multipart/form-data), over REST only. The API
     * document describes the file by `about`. `textBytesMax` bounds each of the other parts, if one of them is long.
     */
    upload?: {
      readonly member: string;
      readonly bytesMax: number;
      readonly textBytesMax?: number;
      readonly about?: string;
    };
  };
  /**
   * Set if a change of a `userProcedure` reads all habits of its user: for its answer, for the change or, if the user has a
   * webhook, for its events. It waits for a turn if these take long to read. A dry run has neither a change nor events.
   */
  readsAllHabits?: "for_answer" | "for_change" | "for_events";
  /**
   * Set if a change of a `userProcedure` may write many days: tells by the raw input whether it does. Such a change waits
   * for a turn, whatever its user's habits are.
   */
  writesManyDays?: (input: unknown) => boolean;
  /**
   * Set if a `publicProcedure` takes its turns itself: one of its caller for short statements, then one in a queue of its
   * own for a long read, or in those of the owner's writes (link-queue.ts). So it holds no turn of its network's guests
   * while it waits or reads. A public procedure accepts no Idempotency-Key, so no stored answer needs a turn.
   */
  takesOwnTurns?: true;
  /** Topics that a success changes; the user's other open pages reload them (live/). */
  changes?: readonly LiveTopic[];
  /** Topics of public pages that a success changes; the page cache invalidates the pages made of them (pages.ts). */
  invalidates?: readonly PageTopic[];
  /**
   * What the audit trail records of a call. It is for admins' mutations, for their queries that return much data, and
   * for what they may do with others' content. A mutation of admins without it is recorded too, but with nothing of its
   * input.
   */
  audit?: Audit;
  /** The feature switch of the procedure. If an admin turns it off, every call answers `switched_off`. */
  featureSwitch?: SwitchName;
  /**
   * Over REST the client may also send a form as the body. With `true` the server ignores its content: mail programs send
   * one (RFC 8058). With names it reads these members of a form that is URL-encoded, and ignores others.
   */
  takesForm?: true | readonly string[];
  /** The answer is shown once and never stored, not even for a repeat of the call. */
  hasSecretAnswer?: boolean;
  /**
   * The call checks a password or a code. It accepts no Idempotency-Key either, because a rollback would undo that the
   * code was used.
   */
  checksCredential?: boolean;
  /**
   * Keys of the error table that the procedure itself throws. The errors of its guard, its input and the host are added
   * elsewhere.
   */
  errors?: readonly ErrorKey[];
}

/** How often an idle stream sends a ping: proxies close a connection after a minute of silence. */
const pingMilliseconds = 20_000;

const t = initTRPC
  .context<Context>()
  .meta<Meta>()
  .create({
    transformer,
    sse: { ping: { enabled: true, intervalMs: pingMilliseconds } },
    errorFormatter: ({ shape, error, input }) => {
      const { key: _, errors, ...rest } = toProblem(error, input);
      const problem = { ...rest, ...(errors && { errors: serialisable(errors) }) };
      // The message would be a library's text. The client translates the code instead. The answer's status follows from
      // it.
      const code = TRPC_ERROR_CODES_BY_KEY[trpcCode(problem.status)];
      return { ...shape, code, message: problem.code, data: { ...problem, path: shape.data.path } };
    },
  });

/** superjson refuses these names, against prototype pollution. Pages of an older version read answers with it. */
const unspeakable = ["constructor", "prototype"];

/** Reports errors of members with such names as an error of the whole body. */
function serialisable(errors: FieldErrors): FieldErrors {
  if (!unspeakable.some((name) => Object.hasOwn(errors, name))) return errors;
  const others = Object.entries(errors).filter(([name]) => !unspeakable.includes(name));
  return { [wholeBody]: [{ code: "unknown_field" }], ...Object.fromEntries(others) };
}

export const router = t.router;

/**
 * For guests and users: log-in, links in mails, captcha. The procedure ignores the Authorization header, so that a
 * client can log in while it still sends an expired token.
 */
export const publicProcedure = t.procedure.meta({ guard: "public" }).use(({ ctx, meta, next }) => {
  if (meta?.featureSwitch) requireOn(ctx.services, meta.featureSwitch);
  const { db, services, inTurn: turn, answerBudget } = ctx;
  if (meta?.takesOwnTurns) return countAnswer({ answerBudget }, () => next({ ctx: { caller: null } }));
  return inTurn({ db, services, inTurn: turn, answerBudget }, (db) => next({ ctx: { caller: null, db } }));
});

/**
 * For guests and users, who may get different answers: `ctx.caller` is null for a guest. A guest sends no Authorization
 * header. A header with an invalid token is refused as on a protected procedure, so that the client renews its token.
 */
export const optionalProcedure = t.procedure.meta({ guard: "optional" }).use(({ ctx, meta, next }) => {
  if (ctx.refusal) throw new ApiError(ctx.refusal);
  if (meta?.featureSwitch) requireOn(ctx.services, meta.featureSwitch);
  return runOnce(ctx, (db) => next({ ctx: { db } }));
});

/**
 * For logged-in users, and for their API keys within their scopes: a query needs `read`, a mutation `write`. `ctx.user`
 * is not null, so a procedure does not check it again.
 */
export const userProcedure = t.procedure.meta({ guard: "user" }).use(async ({ ctx, type, meta, next, getRawInput }) => {
  const user = requireUser(ctx, type, meta);
  const result = await runOnce(
    ctx,
    (db) => next({ ctx: { user, db } }),
    async (db, call) => {
      if (meta?.writesManyDays?.(await getRawInput())) return longChangeInTurn({ ...ctx, user }, call);
      return (await readsAllHabits(meta, user, getRawInput))
        ? changeInTurn({ ...ctx, user }, db.$client, call)
        : call();
    },
  );
  if (result.ok) tellChanges(ctx, user.id, meta, result.data);
  return result;
});

/**
 * For logged-in users with a verified address, and their API keys: for content that others read. The audit trail
 * records what an admin does with others' content, if `meta.audit` is set.
 */
export const verifiedProcedure = t.procedure
  .meta({ guard: "verified" })
  .use(async ({ ctx, next, path, type, meta, getRawInput }) => {
    const user = requireUser(ctx, type, meta);
    if (!user.email_verified) throw new ApiError("email_not_verified");
    const run = (db: Database) => next({ ctx: { user, db } });
    const isRecorded = user.is_staff && meta?.audit;
    const call = { path, audit: meta?.audit, getRawInput };
    const result = await (isRecorded ? withTrail({ ...ctx, user }, call, run) : runOnce(ctx, run));
    if (result.ok) tellChanges(ctx, user.id, meta, result.data);
    return result;
  });

/** For admins, and their API keys: for their actions on pages that everyone reads. */
export const staffProcedure = t.procedure.meta({ guard: "staff" }).use(async ({ ctx, next, ...call }) => {
  const user = requireUser(ctx, call.type, call.meta);
  const result = await asStaff({ ...ctx, user }, call, (db) => next({ ctx: { user, db } }));
  if (result.ok) tellChanges(ctx, user.id, call.meta, result.data);
  return result;
});

/** For logged-in users, never for an API key: for the account itself. `ctx.session` is not null either. */
export const accountProcedure = t.procedure.meta({ guard: "account" }).use(async ({ ctx, meta, next }) => {
  const { user, session } = requireSession(ctx, meta);
  const result = await runOnce(ctx, (db) => next({ ctx: { user, session, db } }));
  if (result.ok) tellChanges(ctx, user.id, meta, result.data);
  return result;
});

/** For admins, never for an API key: for the pages under /admin/. */
export const adminProcedure = t.procedure.meta({ guard: "admin" }).use(async ({ ctx, next, ...call }) => {
  const { user, session } = requireSession(ctx, call.meta);
  const result = await asStaff({ ...ctx, user }, call, (db) => next({ ctx: { user, session, db } }));
  if (result.ok) tellChanges(ctx, user.id, call.meta, result.data);
  return result;
});

function requireUser(ctx: Context, type: string, meta: Meta | undefined): CallingUser {
  if (!ctx.caller) throw new ApiError(ctx.refusal ?? "not_authenticated");
  const { user, key } = ctx.caller;
  if (key && type !== "query" && !key.scopes.includes("write")) throw new ApiError("permission_denied");
  if (meta?.featureSwitch) requireOn(ctx.services, meta.featureSwitch);
  return user;
}

function requireSession(ctx: Context, meta: Meta | undefined): SessionCaller {
  if (!ctx.caller) throw new ApiError(ctx.refusal ?? "not_authenticated");
  const { user, session } = ctx.caller;
  if (!session) throw new ApiError("permission_denied");
  if (meta?.featureSwitch) requireOn(ctx.services, meta.featureSwitch);
  return { user, session };
}

/** Whether this call reads all habits of its user, as its metadata says. */
async function readsAllHabits(meta: Meta | undefined, user: CallingUser, getRawInput: GetInput): Promise<boolean> {
  switch (meta?.readsAllHabits) {
    case "for_answer":
      return true;
    case "for_change":
      return !isDryRun(await getRawInput());
    case "for_events":
      return user.has_webhooks && !isDryRun(await getRawInput());
    case undefined:
      return false;
  }
}

/** Lets admins through and records their mutations, and the queries whose metadata asks for it. */
async function asStaff<Result extends Outcome>(
  ctx: Context & { user: CallingUser },
  { path, type, meta, getRawInput }: { path: string; type: string; meta: Meta | undefined; getRawInput: GetInput },
  run: (db: Database) => Promise<Result>,
): Promise<Result> {
  const call = { path, audit: meta?.audit, getRawInput };
  const isRecorded = type === "mutation" || call.audit !== undefined;
  const refuse = async (db: Database): Promise<never> => {
    if (isRecorded) await recordRefusal({ ...ctx, db }, call);
    throw new ApiError("permission_denied");
  };
  if (!ctx.user.is_staff) return inTurn(ctx, refuse);
  return isRecorded ? withTrail(ctx, call, run) : runOnce(ctx, run);
}

type GetInput = () => Promise<unknown>;

/** Whether a call only previews its change, by the member `dry_run` of its input or answer: it changes nothing. */
export function isDryRun(members: unknown): boolean {
  return typeof members === "object" && members !== null && "dry_run" in members && members.dry_run === true;
}

/**
 * Notifies the user's other pages of a change, and invalidates public pages in the cache. It is part of the guard,
 * because another middleware costs every call. It runs after the call's transaction, because a NOTIFY inside of it
 * makes all writers wait for one lock, and because others must not learn of a change before it is committed.
 */
function tellChanges(ctx: Context, userId: number, meta: Meta | undefined, answer: unknown): void {
  if (isDryRun(answer)) return;
  if (meta?.changes) ctx.services.live.publish(userId, meta.changes, ctx.origin);
  if (meta?.invalidates) ctx.services.pageCache.invalidate(meta.invalidates);
}
