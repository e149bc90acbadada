import type { AppRouter } from "@daymark/api/router";
import type { ErrorCode } from "@daymark/domain/base/errors";
import { notFound } from "@tanstack/react-router";
import type { AnyTRPCQueryProcedure, inferProcedureInput, inferProcedureOutput } from "@trpc/server";

/** Nouns of the API that public pages are made of. */
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
 * What loaders of public pages read: `context.read.blog.get({ blog_slug })`. On the server it is answered as a guest is,
 * in the browser as whoever is logged in.
 *
 * What is not there, or not for the caller to see, ends in the not-found screen (404 at the asked address), as does a
 * cursor or a search that the API refuses: such an address names no page.
 *
 * @throws ReadError for everything else, which ends in the page that says so
 */
export type Read = Queries<{ [Noun in keyof Nouns as Noun extends PublicNoun ? Noun : never]: Nouns[Noun] }>;

/** An error as a page hears of it: codes, no words. */
export interface ReadProblem {
  code: ErrorCode;
  status: number;
}

/** Asks one query by its name, `blog.comment.list`. It does not reject where the API refuses. */
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

/** Makes `read` of what asks: in-process on the server, over tRPC in the browser. */
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
