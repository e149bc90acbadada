import type { CallingUser } from "@daymark/auth/caller";
import { violatedReference } from "@daymark/db/unique";
import type { ErrorKey } from "@daymark/domain/errors";
import type { LiveTopic } from "@daymark/domain/live";
import type { PageTopic } from "@daymark/domain/page";
import type { SwitchName } from "@daymark/domain/switch";
import { type FieldErrors, wholeBody } from "@daymark/domain/validation";
import { initTRPC } from "@trpc/server";
import { TRPC_ERROR_CODES_BY_KEY } from "@trpc/server/rpc";
import superjson from "superjson";
import type * as z from "zod/mini";
import { type Audit, recordRefusal, withTrail } from "./audit/record.ts";
import type { Context } from "./context.ts";
import { ApiError, toProblem, trpcCode } from "./error.ts";
import { requireOn } from "./feature-switch/switches.ts";

/** What is said of a procedure beside its code: who may call it, what it may answer, where REST mounts it. */
export interface Meta {
  guard?: "public" | "user" | "verified" | "staff" | "account" | "admin";
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
  purges?: readonly PageTopic[];
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

/**
 * What an answer is made of is JSON as it is, or REST could not give it too: superjson would look through all of it for
 * nothing, here and on each page. It is told as superjson tells of such a value. Inputs are still read by superjson, as
 * a page that was loaded by an older version may send one.
 */
const plain = {
  serialize: (json: unknown) => ({ json }),
  deserialize: ({ json }: { json: unknown }) => json,
};

const t = initTRPC
  .context<Context>()
  .meta<Meta>()
  .create({
    transformer: { input: superjson, output: plain },
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

/** For everyone. A caller who is logged in is still known as `ctx.caller`. */
export const publicProcedure = t.procedure.meta({ guard: "public" }).use(({ ctx, meta, next }) => {
  if (meta?.switch) requireOn(ctx, meta.switch);
  return next();
});

/**
 * For whoever is logged in, and for their API keys as far as their scopes go: a query needs `read`, a mutation `write`.
 * `ctx.user` is there, so nobody checks again.
 */
export const userProcedure = t.procedure.meta({ guard: "user" }).use(async ({ ctx, type, meta, next }) => {
  if (!ctx.caller) throw new ApiError(ctx.refusal);
  const { user, key } = ctx.caller;
  if (key && type !== "query" && !key.scopes.includes("write")) throw new ApiError("permission_denied");
  if (meta?.switch) requireOn(ctx, meta.switch);
  const result = await next({ ctx: { user } });
  if (result.ok) tellChanges(ctx, user.id, meta, result.data);
  // What they wrote refers to them, and they were deleted meanwhile.
  else if (violatedReference(result.error)?.endsWith("_users_id_fk")) throw new ApiError("session_terminated");
  return result;
});

/**
 * For whoever is logged in with a verified address, and their API keys: what others read of them. What an admin may do
 * with others' is written down, where `meta.audit` says so.
 */
export const verifiedProcedure = userProcedure
  .meta({ guard: "verified" })
  .use(async ({ ctx, next, path, meta, getRawInput }) => {
    if (!ctx.user.email_verified) throw new ApiError("email_not_verified");
    return ctx.user.is_staff && meta?.audit ? withTrail(ctx, { path, audit: meta.audit, getRawInput }, next) : next();
  });

/** For admins, and their API keys: what they do on the pages that everyone reads. */
export const staffProcedure = userProcedure
  .meta({ guard: "staff" })
  .use(({ ctx, next, ...call }) => asStaff(ctx, call, next));

/** For whoever is logged in, never for an API key: what concerns the account itself. `ctx.session` is there too. */
export const accountProcedure = t.procedure.meta({ guard: "account" }).use(async ({ ctx, meta, next }) => {
  if (!ctx.caller) throw new ApiError(ctx.refusal);
  const { user, session } = ctx.caller;
  if (!session) throw new ApiError("permission_denied");
  if (meta?.switch) requireOn(ctx, meta.switch);
  const result = await next({ ctx: { user, session } });
  if (result.ok) tellChanges(ctx, user.id, meta, result.data);
  return result;
});

/** For admins, never for an API key: what lies under /admin/. */
export const adminProcedure = accountProcedure
  .meta({ guard: "admin" })
  .use(({ ctx, next, ...call }) => asStaff(ctx, call, next));

/** Lets admins through, with what they do written down: their mutations, and the queries that ask for it. */
async function asStaff<Result extends { ok: boolean }>(
  ctx: Context & { user: CallingUser },
  { path, type, meta, getRawInput }: { path: string; type: string; meta: Meta | undefined; getRawInput: GetInput },
  run: () => Promise<Result>,
): Promise<Result> {
  const call = { path, audit: meta?.audit, getRawInput };
  const isDeed = type === "mutation" || call.audit !== undefined;
  if (!ctx.user.is_staff) {
    if (isDeed) await recordRefusal(ctx, call);
    throw new ApiError("permission_denied");
  }
  return isDeed ? withTrail(ctx, call, run) : run();
}

type GetInput = () => Promise<unknown>;

/** Whether an answer tells only what a call would do, by its member `dry_run`: nothing is made or changed. */
function isDryRun(answer: unknown): boolean {
  return typeof answer === "object" && answer !== null && "dry_run" in answer && answer.dry_run === true;
}

/**
 * Has the user's other pages told of what a call has changed, and what guests read rendered anew. In the guard, because
 * another middleware is a cost to every call; after the call, because a NOTIFY inside of its transaction would have all
 * writers wait for one lock.
 */
function tellChanges(ctx: Context, userId: number, meta: Meta | undefined, answer: unknown): void {
  if (isDryRun(answer)) return;
  if (meta?.changes) ctx.live.publish(userId, meta.changes, ctx.origin);
  if (meta?.purges) ctx.keptPages.purge(meta.purges);
}
