import type { AppRouter } from "@daymark/api/router";
import type { ErrorCode } from "@daymark/domain/base/errors";
import { notFound } from "@tanstack/react-router";
import type { AnyTRPCQueryProcedure, inferProcedureInput, inferProcedureOutput } from "@trpc/server";

/** API nouns that public pages read. */
type PublicNoun = "blog" | "featureRequest";

/** The queries of a router, each as a function of its input. */
type Queries<Part> = {
  [Name in keyof Part as Part[Name] extends AnyTRPCQueryProcedure | Record<string, unknown>
    ? Name
    : never]: Part[Name] extends AnyTRPCQueryProcedure
    ? (...input: Input<inferProcedureInput<Part[Name]>>) => Promise<inferProcedureOutput<Part[Name]>>
    : Queries<Part[Name]>;
};

type Input<Value> = undefined extends Value ? [input?: Value] : [input: Value];

type Nouns = AppRouter["_def"]["record"];

/**
 * Queries that loaders of public pages use: `context.read.blog.get({ blog_slug })`. The server runs them as a guest,
 * the browser as the current user.
 *
 * If the data does not exist or the caller may not see it, the page shows the not-found screen (404 at the requested
 * address). The same happens for a cursor or a search that the API refuses: such an address names no page.
 *
 * @throws ReadError for all other errors; the page then shows the error screen
 */
export type Read = Queries<{ [Noun in keyof Nouns as Noun extends PublicNoun ? Noun : never]: Nouns[Noun] }>;

/** An error as the page receives it: codes, no text. */
export interface ReadProblem {
  code: ErrorCode;
  status: number;
}

/** Runs one query by its name, `blog.comment.list`. It does not reject if the API refuses. */
export type Ask = (name: string, input: unknown) => Promise<{ data: unknown } | { problem: ReadProblem }>;

/** A query that the API could not answer. */
export class ReadError extends Error {
  override readonly name = "ReadError";
  readonly problem: ReadProblem;

  constructor(query: string, problem: ReadProblem) {
    super(`${query}: ${problem.code}`);
    this.problem = problem;
  }
}

/** Creates `read` from a query function: in-process on the server, over tRPC in the browser. */
export function createRead(ask: Ask): Read {
  const node = (path: string): unknown =>
    new Proxy(() => {}, {
      get: (_, name) => (typeof name === "string" ? node(path ? `${path}.${name}` : name) : undefined),
      apply: (_, _this, [input]) => answer(path, input),
    });
  const answer = async (name: string, input: unknown) => {
    const told = await ask(name, input);
    if ("data" in told) return told.data;
    const { status } = told.problem;
    throw status === 404 || status === 400 ? notFound() : new ReadError(name, told.problem);
  };
  return node("") as Read;
}
