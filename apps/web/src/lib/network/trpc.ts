import type { AppRouter } from "@daymark/api/router";
import { createTRPCClient, httpBatchLink, httpLink, splitLink, TRPCClientError, type TRPCLink } from "@trpc/client";
import { createTRPCReact } from "@trpc/react-query";
import { observable } from "@trpc/server/observable";
import type { LoggedOut, Session } from "../session/session.ts";
import { commonHeaders, type HeaderParts } from "./common-headers.ts";
import { answerTo, NoAnswer } from "./connection.ts";
import { fetchTwice } from "./fetch-twice.ts";
import { type Problem, problemOf, UnexpectedResponse } from "./problem.ts";

export const trpc = createTRPCReact<AppRouter>();

const url = "/trpc";

/** Inputs and outputs are plain JSON in the envelope of superjson, which the server uses (trpc.ts of the API). */
const transformer = {
  serialize: (json: unknown) => ({ json }),
  deserialize: ({ json }: { json: unknown }) => json,
};

/** The server accepts no more calls in one request. */
const batchItemsMax = 10;

/**
 * The context of a call made while the user leaves the page: it is sent at once, not in a later batch, and the browser
 * completes it although the page is gone.
 */
export const partingCall = { context: { isParting: true } };

interface ApiParts extends HeaderParts {
  /** Null on the server, which sends no calls. */
  session: Session | null;
}

/** The API client. If an access token has expired, the call is repeated once with a new one. */
export function createApi({ session, ...parts }: ApiParts) {
  const headers = () => {
    const access = session?.access();
    return { ...(access && { Authorization: `Bearer ${access}` }), ...commonHeaders(parts) };
  };
  const options = { url, transformer, headers };
  return trpc.createClient({
    links: [
      ...(session ? [renewingLink(session)] : []),
      repeatAlone,
      splitLink({
        condition: ({ context }) => context.isParting === true,
        true: httpLink({ ...options, fetch: (input, init) => fetchAnswer(input, { ...init, keepalive: true }) }),
        false: splitLink({
          condition: ({ context }) => context.isAlone === true,
          true: httpLink({ ...options, fetch: fetchAnswer }),
          false: httpBatchLink({ ...options, maxItems: batchItemsMax, fetch: fetchAnswer }),
        }),
      }),
    ],
  });
}

/**
 * Procedures that may run twice: they set a state and add nothing. Days and notes have a separate queue, for users who
 * are offline for longer.
 */
const repeatable: ReadonlySet<string> = new Set([
  "auth.login",
  "auth.blacklist",
  "auth.settings.update",
  "account.setNewsletter",
  "blog.comment.reaction.delete",
  "blog.comment.reaction.set",
  "blog.reaction.set",
  "featureRequest.comment.reaction.delete",
  "featureRequest.comment.reaction.set",
  "featureRequest.follow",
  "featureRequest.reaction.set",
  "featureRequest.unfollow",
  "featureRequest.update",
  "habit.setOrder",
  "habit.update",
  "reminder.update",
]);

function isRepeatable(input: RequestInfo | URL | string): boolean {
  const procedures = String(input).replace(/\?.*/, "").slice(`${url}/`.length).split(",");
  return procedures.every((path) => repeatable.has(path));
}

/**
 * @throws NoAnswer if there is no response
 * @throws UnexpectedResponse if the response does not come from the API
 */
async function fetchAnswer(input: RequestInfo | URL | string, init?: object): Promise<Response> {
  const response = await answerTo(() => fetchTwice(input, init, isRepeatable(input)));
  if (!response.headers.get("content-type")?.startsWith("application/json")) throw new UnexpectedResponse(response);
  return response;
}

/** A 401 of these concerns the input, not the session: a log-in, a code. */
const ownRefusals: ReadonlySet<string> = new Set([
  "auth.login",
  "auth.blacklist",
  "oauth.start",
  "oauth.complete",
  "passkey.startLogIn",
  "passkey.logIn",
]);

/** True if a new access token may help: the old one was refused, not the input. */
export function isRenewable(path: string, problem: Problem | null): boolean {
  return problem?.status === 401 && problem.code !== "oauth_failed" && !ownRefusals.has(path);
}

/** 401 on a call that carried a token: renew it once, then repeat. */
function renewingLink(session: Session): TRPCLink<AppRouter> {
  return () =>
    ({ op, next }) =>
      observable((observer) => {
        let isClosed = false;
        let subscription = attempt(true);
        function attempt(mayRenew: boolean) {
          const sent = session.access();
          return next(op).subscribe({
            next: (value) => observer.next(value),
            complete: () => observer.complete(),
            error: (error) => {
              if (!mayRenew || !sent || !isRenewable(op.path, problemOf(error))) return observer.error(error);
              void session.renew(sent).then((outcome) => {
                if (isClosed) return;
                if (outcome === "renewed") {
                  subscription = attempt(false);
                  return;
                }
                if (outcome === "refused") session.end("terminated");
                // The server did not say whether the session is valid: it is unreachable, and the user has not lost
                // access.
                observer.error(outcome === "unreachable" ? TRPCClientError.from(new NoAnswer("no answer")) : error);
              });
            },
          });
        }
        return () => {
          isClosed = true;
          subscription.unsubscribe();
        };
      });
}

/**
 * The server limits the size of a batch response. A query whose response did not fit is sent again in a separate
 * request.
 */
const repeatAlone: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) =>
    observable((observer) => {
      const repeat = () => next({ ...op, context: { ...op.context, isAlone: true } }).subscribe(observer);
      let subscription = next(op).subscribe({
        next: (value) => observer.next(value),
        complete: () => observer.complete(),
        error: (error) => {
          if (op.type === "query" && problemOf(error)?.code === "payload_too_large") subscription = repeat();
          else observer.error(error);
        },
      });
      return () => subscription.unsubscribe();
    });

/**
 * Ends a session on the server. The call carries no access token, and a refusal renews none.
 */
export async function endSession(refresh: string): Promise<LoggedOut> {
  const client = createTRPCClient<AppRouter>({ links: [httpLink({ url, transformer, fetch: fetchAnswer })] });
  return client.auth.blacklist.mutate({ refresh });
}
