import type { AppRouter } from "@daymark/api/router";
import type { SuccessCode } from "@daymark/domain/base/successes";
import { createTRPCClient, httpBatchLink, httpLink, splitLink, TRPCClientError, type TRPCLink } from "@trpc/client";
import { createTRPCReact } from "@trpc/react-query";
import { observable } from "@trpc/server/observable";
import type { LanguageStore } from "../language/language.ts";
import { pageDayZone } from "../preferences/day-zone.ts";
import type { ThemeStore } from "../preferences/theme.ts";
import type { Session, TokenPair } from "../session/session.ts";
import { answerTo, NoAnswer } from "./connection.ts";
import { type Problem, problemOf, UnexpectedResponse } from "./problem.ts";

export const trpc = createTRPCReact<AppRouter>();

const url = "/trpc";

/** Inputs and answers are JSON as it is, in the envelope of superjson, which the server takes for more (trpc.ts of the API). */
const transformer = {
  serialize: (json: unknown) => ({ json }),
  deserialize: ({ json }: { json: unknown }) => json,
};

/** The server takes no more calls in one request. */
const batchItemsMax = 10;

/**
 * The context of a call made while the page is being left: it is sent at once, not in a batch a moment later, and the
 * browser sees it through although the page is gone.
 */
export const partingCall = { context: { isParting: true } };

interface ApiParts {
  /** Null, as the theme is, on the server, which calls nothing. */
  session: Session | null;
  languages: LanguageStore;
  theme: ThemeStore | null;
}

/** The client of the API: signed-in calls that meet an expired token are repeated once with a new one. */
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

/** What this page calls itself, so that it is not told of its own changes. */
export const clientId = Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(36)).join("");

/** What every request tells of the page it comes from. */
export function commonHeaders({ languages, theme }: Omit<ApiParts, "session">) {
  return {
    "Accept-Language": languages.current,
    ...(theme && { "X-Theme": theme.get() }),
    "X-Client-Id": clientId,
    "X-Timezone": pageDayZone().current(),
  };
}

/**
 * What may be done twice: it says what is to be, not what is to be added. Records of days and notes have a queue of
 * their own, for whoever is without a network for longer.
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
 * A node that ends while it answers cuts the connection, or has what stands before it say 502. The next one answers; but
 * as nobody knows how far it came, only what may be done twice is asked for again, once. Queries are GET, which what stands
 * before several nodes repeats by itself.
 */
async function fetchTwice(input: RequestInfo | URL | string, init?: object): Promise<Response> {
  const isRepeatable = pathsOf(String(input)).every((path) => repeatable.has(path));
  const first = await fetch(input, init).catch((error: unknown) => {
    if (!isRepeatable || !(error instanceof TypeError) || navigator.onLine === false) throw error;
    return null;
  });
  return first === null || (first.status === 502 && isRepeatable) ? fetch(input, init) : first;
}

/** The calls of a request, by their names. */
function pathsOf(address: string): string[] {
  return address.replace(/\?.*/, "").slice(`${url}/`.length).split(",");
}

/**
 * @throws NoAnswer where nobody answers
 * @throws UnexpectedResponse where what answers is not the API
 */
async function fetchAnswer(input: RequestInfo | URL | string, init?: object): Promise<Response> {
  const response = await answerTo(() => fetchTwice(input, init));
  if (!response.headers.get("content-type")?.startsWith("application/json")) throw new UnexpectedResponse(response);
  return response;
}

/** Their 401 is about what was sent, not about the session: a log-in, a code, a refresh. */
const ownRefusals: ReadonlySet<string> = new Set([
  "auth.login",
  "auth.refresh",
  "auth.blacklist",
  "oauth.start",
  "oauth.complete",
  "passkey.startLogIn",
  "passkey.logIn",
]);

/** True where a new access token may help: the old one was refused, not what the call was about. */
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
                // Whether the session lives nobody could say: it is the server that is missing, not the right.
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

/** A query whose answer did not fit into its batch (the server bounds them together) is asked again in a request of its own. */
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
        const status = problemOf(error)?.status;
        if (status === 400 || status === 401 || status === 403) return "refused";
        throw error;
      }
    },
    async blacklist(refresh: string): Promise<SuccessCode> {
      return (await client.auth.blacklist.mutate({ refresh })).detail;
    },
  };
}
