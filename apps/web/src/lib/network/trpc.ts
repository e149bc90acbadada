import type { AppRouter } from "@daymark/api/router";
import type { ErrorCode } from "@daymark/domain/base/errors";
import type { SuccessCode } from "@daymark/domain/base/successes";
import { createTRPCClient, httpBatchLink, httpLink, splitLink, TRPCClientError, type TRPCLink } from "@trpc/client";
import { createTRPCReact } from "@trpc/react-query";
import { observable } from "@trpc/server/observable";
import type { LanguageStore } from "../language/language.ts";
import { pageDayZone } from "../preferences/day-zone.ts";
import type { ThemeStore } from "../preferences/theme.ts";
import type { Session } from "../session/session.ts";
import type { TokenPair } from "../session/token-storage.ts";
import { answerTo, NoAnswer } from "./connection.ts";
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

interface ApiParts {
  /** Null on the server, as the theme is, because the server sends no calls. */
  session: Session | null;
  languages: LanguageStore;
  theme: ThemeStore | null;
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

/** Identifies this page, so that the server does not send it its own changes. */
export const clientId = Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(36)).join("");

/** Headers that every request of this page carries. */
export function commonHeaders({ languages, theme }: Omit<ApiParts, "session">) {
  const timezone = pageDayZone().known();
  return {
    "Accept-Language": languages.current,
    ...(theme && { "X-Theme": theme.get() }),
    "X-Client-Id": clientId,
    ...(timezone !== null && { "X-Timezone": timezone }),
  };
}

/**
 * Procedures that may run twice: they set a state and add nothing. Days and notes have a separate queue, for users who
 * are offline for longer.
 */
const repeatable: ReadonlySet<string> = new Set([
  "auth.login",
  "auth.refresh",
  "auth.blacklist",
  "auth.settings.update",
  "account.setNewsletter",
  "blog.reaction.set",
  "featureRequest.follow",
  "featureRequest.reaction.set",
  "featureRequest.unfollow",
  "featureRequest.update",
  "habit.setOrder",
  "habit.update",
  "reminder.update",
]);

/**
 * When an instance shuts down during a response, it cuts the connection, or its proxy responds with 502. The next
 * instance responds; but the first one may have done the work, so only calls that may run twice are repeated, once.
 * Queries use GET, which the load balancer repeats by itself.
 */
async function fetchTwice(input: RequestInfo | URL | string, init?: object): Promise<Response> {
  const isRepeatable = pathsOf(String(input)).every((path) => repeatable.has(path));
  const first = await fetch(input, init).catch((error: unknown) => {
    if (!isRepeatable || !(error instanceof TypeError) || navigator.onLine === false) throw error;
    return null;
  });
  return first === null || (first.status === 502 && isRepeatable) ? fetch(input, init) : first;
}

/** The procedure names of a request. */
function pathsOf(address: string): string[] {
  return address.replace(/\?.*/, "").slice(`${url}/`.length).split(",");
}

/**
 * @throws NoAnswer if there is no response
 * @throws UnexpectedResponse if the response does not come from the API
 */
async function fetchAnswer(input: RequestInfo | URL | string, init?: object): Promise<Response> {
  const response = await answerTo(() => fetchTwice(input, init));
  if (!response.headers.get("content-type")?.startsWith("application/json")) throw new UnexpectedResponse(response);
  return response;
}

/** A 401 of these concerns the input, not the session: a log-in, a code, a refresh. */
const ownRefusals: ReadonlySet<string> = new Set([
  "auth.login",
  "auth.refresh",
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
 * Codes by which the server refuses the refresh token itself, `validation_failed` if it is too long to be one. All
 * others concern the request, the network or the server, and end no session.
 */
const tokenRefusals: ReadonlySet<ErrorCode> = new Set([
  "token_missing",
  "token_invalid",
  "token_expired",
  "session_terminated",
  "validation_failed",
]);

/** The calls a session makes about itself; they carry no access token and are never repeated. */
export function createTokenApi(parts: Omit<ApiParts, "session">) {
  const client = createTRPCClient<AppRouter>({
    links: [httpLink({ url, transformer, headers: () => commonHeaders(parts), fetch: fetchAnswer })],
  });
  return {
    async refresh(refresh: string): Promise<TokenPair | "refused"> {
      try {
        const answer = await client.auth.refresh.mutate({ refresh, rotate: true });
        return { access: answer.access, refresh: answer.refresh ?? refresh };
      } catch (error) {
        const problem = problemOf(error);
        if (problem && tokenRefusals.has(problem.code)) return "refused";
        throw error;
      }
    },
    async blacklist(refresh: string): Promise<SuccessCode> {
      return (await client.auth.blacklist.mutate({ refresh })).detail;
    },
  };
}
