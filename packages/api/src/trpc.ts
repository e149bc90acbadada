import type { ErrorKey } from "@daymark/domain/errors";
import { type FieldErrors, wholeBody } from "@daymark/domain/validation";
import { initTRPC } from "@trpc/server";
import { TRPC_ERROR_CODES_BY_KEY } from "@trpc/server/rpc";
import superjson from "superjson";
import type * as z from "zod/mini";
import type { Context } from "./context.ts";
import { ApiError, toProblem, trpcCode } from "./error.ts";

/** What is said of a procedure beside its code: who may call it, what it may answer, where REST mounts it. */
export interface Meta {
  guard?: "public" | "user" | "account";
  openapi?: {
    method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
    /** Below /api, with {member} for input members that travel in the path, and the trailing slash. */
    path: `/${string}/`;
    summary: string;
    /** Of a success; 201 for a creation. */
    status?: 200 | 201;
    /**
     * Where it answers a file, which is `fileSchema` of the domain: the content types it may have, each with the schema
     * of what is in it, or null where that is no JSON. A file travels over REST alone.
     */
    files?: Readonly<Record<string, z.ZodMiniType | null>>;
  };
  /** What it answers is told once and kept nowhere, not even for a repeat of the call. */
  hasSecretAnswer?: boolean;
  /** Rows of the error table it throws itself; what its guard, its input and the host throw is known without. */
  errors?: readonly ErrorKey[];
}

const t = initTRPC
  .context<Context>()
  .meta<Meta>()
  .create({
    transformer: superjson,
    errorFormatter: ({ shape, error, input }) => {
      const { key: _, errors, ...rest } = toProblem(error, input);
      const problem = { ...rest, ...(errors && { errors: serialisable(errors) }) };
      // The message would be a library's text; words are the client's, by the code. The answer's status follows from it.
      const code = TRPC_ERROR_CODES_BY_KEY[trpcCode(problem.status)];
      return { ...shape, code, message: problem.code, data: { ...problem, path: shape.data.path } };
    },
  });

/** superjson refuses to serialise these, against prototype pollution. */
const unspeakable = ["constructor", "prototype"];

/** What is wrong with a member of such a name is told of the body instead. */
function serialisable(errors: FieldErrors): FieldErrors {
  if (!unspeakable.some((name) => Object.hasOwn(errors, name))) return errors;
  const others = Object.entries(errors).filter(([name]) => !unspeakable.includes(name));
  return { [wholeBody]: [{ code: "unknown_field" }], ...Object.fromEntries(others) };
}

export const router = t.router;

/** For everyone. A caller who is logged in is still known as `ctx.caller`. */
export const publicProcedure = t.procedure.meta({ guard: "public" });

/**
 * For whoever is logged in, and for their API keys as far as their scopes go: a query needs `read`, a mutation `write`.
 * `ctx.user` is there, so nobody checks again.
 */
export const userProcedure = t.procedure.meta({ guard: "user" }).use(({ ctx, type, next }) => {
  if (!ctx.caller) throw new ApiError(ctx.refusal);
  const { user, key } = ctx.caller;
  if (key && type !== "query" && !key.scopes.includes("write")) throw new ApiError("permission_denied");
  return next({ ctx: { user } });
});

/** For whoever is logged in, never for an API key: what concerns the account itself. `ctx.session` is there too. */
export const accountProcedure = t.procedure.meta({ guard: "account" }).use(({ ctx, next }) => {
  if (!ctx.caller) throw new ApiError(ctx.refusal);
  const { user, session } = ctx.caller;
  if (!session) throw new ApiError("permission_denied");
  return next({ ctx: { user, session } });
});
