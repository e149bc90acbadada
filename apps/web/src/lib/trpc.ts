import type { AppRouter } from "@daymark/api/router";
import { createTRPCClient, httpBatchLink, httpLink, splitLink, type TRPCLink } from "@trpc/client";
import { createTRPCReact } from "@trpc/react-query";
import { observable } from "@trpc/server/observable";
import superjson from "superjson";
import type { LanguageStore } from "./language.ts";
import { problemOf } from "./problem.ts";
import type { Session, TokenPair } from "./session.ts";
import type { ThemeStore } from "./theme.ts";

export const trpc = createTRPCReact<AppRouter>();

const url = "/trpc";
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
export function createApi({ session, languages, theme }: ApiParts) {
  const headers = () => {
    const access = session?.access();
    return {
      ...(access && { Authorization: `Bearer ${access}` }),
      "Accept-Language": languages.current,
      ...(theme && { "X-Theme": theme.get() }),
      "X-Timezone": Intl.DateTimeFormat().resolvedOptions().timeZone,
    };
  };
  return trpc.createClient({
    links: [
      ...(session ? [renewingLink(session)] : []),
      splitLink({
        condition: ({ context }) => context.isParting === true,
        true: httpLink({
          url,
          transformer: superjson,
          headers,
          fetch: (input, init) => fetch(input, { ...(init as RequestInit), keepalive: true }),
        }),
        false: httpBatchLink({ url, transformer: superjson, maxItems: batchItemsMax, headers }),
      }),
    ],
  });
}

/** 401 on a call that carried a token: renew it once, then repeat. A log-in's own 401 carries none. */
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
              if (!mayRenew || !sent || problemOf(error)?.status !== 401) return observer.error(error);
              void session.renew(sent).then((outcome) => {
                if (isClosed) return;
                if (outcome === "renewed") {
                  subscription = attempt(false);
                  return;
                }
                if (outcome === "refused") session.end("terminated");
                observer.error(error);
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

/** The calls a session makes about itself; they carry no access token and are never repeated. */
export function createTokenApi() {
  const client = createTRPCClient<AppRouter>({ links: [httpLink({ url, transformer: superjson })] });
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
    async blacklist(refresh: string): Promise<void> {
      await client.auth.blacklist.mutate({ refresh });
    },
  };
}
