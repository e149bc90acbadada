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
import { inTurn, type Outcome, runOnce } from "./run-once.ts";

/** What is said of a procedure beside its code: who may call it, what it may answer, where REST mounts it. */
export interface Meta {
  guard?: "public" | "optional" | "user" | "verified" | "staff" | "account" | "admin";
  openapi?: {
    method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
    /** Below /api, with {member} for input members that travel in the path, and the trailing slash. */
    path: `/${string}/`;
    summary: string;
    /** Of a success; 201 for a creation. */
    status?: 200 | 201;
    /** Where a success is not always of one status: of its answer, which `status` is the usual one of. */
    statusOf?: (output: never) => 200 | 201;
    /**
     * Where it answers a file, which is `fileSchema` of the domain: the content types it may have, each with the schema
     * of what is in it, or null where that is no JSON. A file travels over REST alone.
     */
    files?: Readonly<Record<string, z.ZodMiniType | null>>;
    /**
     * Where it takes a file, which is `uploadSchema` of the domain: the member of the input that it is, and how many
     * bytes it may have. Such a call is a form (multipart/form-data) and travels over REST alone. What else the
     * document says of the file: `about`.
     */
    upload?: { readonly member: string; readonly bytesMax: number; readonly about?: string };
  };
  /** Of what a page shows, what a success of it changes: the user's other pages are told (live/). */
  changes?: readonly LiveTopic[];
  /** Of what guests read on public pages, what a success of it changes: pages that are kept are rendered anew (pages.ts). */
  invalidates?: readonly PageTopic[];
  /**
   * Of admins' mutations, of queries of theirs that hand out much, and of what they may do with others' things: what the
   * audit trail says of a call. A mutation of admins without it is written down too, with nothing of its input.
   */
  audit?: Audit;
  /** What an operator can switch it off by: it answers `switched_off` then, to everyone. */
  switch?: SwitchName;
  /** Over REST its body may also be a form, which says nothing that counts: mail programs send one (RFC 8058). */
  takesForm?: true;
  /** What it answers is told once and kept nowhere, not even for a repeat of the call. */
  hasSecretAnswer?: boolean;
  /** Rows of the error table it throws itself; what its guard, its input and the host throw is known without. */
  errors?: readonly ErrorKey[];
}

/** How often a stream that has nothing to tell shows that it is there: proxies cut what is silent for a minute. */
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
      // The message would be a library's text; words are the client's, by the code. The answer's status follows from it.
      const code = TRPC_ERROR_CODES_BY_KEY[trpcCode(problem.status)];
      return { ...shape, code, message: problem.code, data: { ...problem, path: shape.data.path } };
    },
  });

/** superjson, by which pages of an older version read an answer, refuses these, against prototype pollution. */
const unspeakable = ["constructor", "prototype"];

/** What is wrong with a member of such a name is told of the body instead. */
function serialisable(errors: FieldErrors): FieldErrors {
  if (!unspeakable.some((name) => Object.hasOwn(errors, name))) return errors;
  const others = Object.entries(errors).filter(([name]) => !unspeakable.includes(name));
  return { [wholeBody]: [{ code: "unknown_field" }], ...Object.fromEntries(others) };
}

export const router = t.router;

/**
 * For guests and users alike: log-in, links of mails, captcha. The procedure ignores the Authorization header, so that a
 * client can log in while it still sends an expired token.
 */
export const publicProcedure = t.procedure.meta({ guard: "public" }).use(({ ctx, meta, next }) => {
  if (meta?.switch) requireOn(ctx, meta.switch);
  const { db, overflowDb, inTurn: turn, answerBudget } = ctx;
  return inTurn({ db, overflowDb, inTurn: turn, answerBudget }, (db) => next({ ctx: { caller: null, db } }));
});

/**
 * For guests and users, who may get different answers: `ctx.caller` is null for a guest. A guest sends no Authorization
 * header; one that names no caller is refused as on a protected procedure, so that the client renews its token.
 */
export const optionalProcedure = t.procedure.meta({ guard: "optional" }).use(({ ctx, meta, next }) => {
  if (ctx.refusal) throw new ApiError(ctx.refusal);
  if (meta?.switch) requireOn(ctx, meta.switch);
  return runOnce(ctx, (db) => next({ ctx: { db } }));
});

/**
 * For logged-in users, and for their API keys as far as their scopes go: a query needs `read`, a mutation `write`.
 * `ctx.user` is there, so nobody checks again.
 */
export const userProcedure = t.procedure.meta({ guard: "user" }).use(async ({ ctx, type, meta, next }) => {
  const user = requireUser(ctx, type, meta);
  const result = await runOnce(ctx, (db) => next({ ctx: { user, db } }));
  if (result.ok) tellChanges(ctx, user.id, meta, result.data);
  return result;
});

/**
 * For logged-in users with a verified address, and their API keys: what others read of them. What an admin may do with
 * others' things is recorded, where `meta.audit` says so.
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

/** For admins, and their API keys: what they do on the pages that everyone reads. */
export const staffProcedure = t.procedure.meta({ guard: "staff" }).use(async ({ ctx, next, ...call }) => {
  const user = requireUser(ctx, call.type, call.meta);
  const result = await asStaff({ ...ctx, user }, call, (db) => next({ ctx: { user, db } }));
  if (result.ok) tellChanges(ctx, user.id, call.meta, result.data);
  return result;
});

/** For logged-in users, never for an API key: what concerns the account itself. `ctx.session` is there too. */
export const accountProcedure = t.procedure.meta({ guard: "account" }).use(async ({ ctx, meta, next }) => {
  const { user, session } = requireSession(ctx, meta);
  const result = await runOnce(ctx, (db) => next({ ctx: { user, session, db } }));
  if (result.ok) tellChanges(ctx, user.id, meta, result.data);
  return result;
});

/** For admins, never for an API key: what lies under /admin/. */
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
  if (meta?.switch) requireOn(ctx, meta.switch);
  return user;
}

function requireSession(ctx: Context, meta: Meta | undefined): SessionCaller {
  if (!ctx.caller) throw new ApiError(ctx.refusal ?? "not_authenticated");
  const { user, session } = ctx.caller;
  if (!session) throw new ApiError("permission_denied");
  if (meta?.switch) requireOn(ctx, meta.switch);
  return { user, session };
}

/** Lets admins through and records what they do: their mutations, and the queries that ask for it. */
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

/** Whether an answer tells only what a call would do, by its member `dry_run`: nothing is made or changed. */
function isDryRun(answer: unknown): boolean {
  return typeof answer === "object" && answer !== null && "dry_run" in answer && answer.dry_run === true;
}

/**
 * Tells the user's other pages what a call has changed, and drops public pages from the cache. It is part of the guard,
 * because another middleware costs every call. It runs after the call's transaction, because a NOTIFY inside of it makes
 * all writers wait for one lock, and because others must not be told of a change before it is committed.
 */
function tellChanges(ctx: Context, userId: number, meta: Meta | undefined, answer: unknown): void {
  if (isDryRun(answer)) return;
  if (meta?.changes) ctx.live.publish(userId, meta.changes, ctx.origin);
  if (meta?.invalidates) ctx.pageCache.invalidate(meta.invalidates);
}
