import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { getQueryKey } from "@trpc/react-query";
import { type ReactNode, useState } from "react";
import { type App, type AppBrowser, useApp } from "./app.ts";
import type { LanguageStore } from "./language/language.ts";
import { useWarmParts } from "./lazy-component.tsx";
import { isForEveryCall, problemOf } from "./network/problem.ts";
import { createApi, trpc } from "./network/trpc.ts";

/**
 * Provides the API to its children: `trpc.habit.list.useQuery()` and the rest. Screens that call the server are wrapped
 * in it; the landing page is not, and so does not load it. All providers of one page share one query cache.
 */
export function ApiProvider({ children }: { children: ReactNode }) {
  const app = useApp();
  const [{ client, queryClient }] = useState(() => apiOf(app));
  useWarmParts(messageParts);
  return (
    <trpc.Provider client={client} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </trpc.Provider>
  );
}

/**
 * Components that report failed calls. They are fetched early, because the connection may be lost when they are needed.
 */
const messageParts = [
  () => import("./messages/report.tsx"),
  () => import("./messages/flash-toaster.tsx"),
  (languages: LanguageStore) => languages.need("messages", "successes"),
];

const apis = new WeakMap<AppBrowser, ReturnType<typeof createParts>>();

/** The one client and query cache of a page. A page rendered on the server has its own, which sends no queries. */
export function apiOf(app: Pick<App, "browser" | "languages">) {
  if (!app.browser) return createParts(app);
  const known = apis.get(app.browser) ?? createParts(app);
  apis.set(app.browser, known);
  return known;
}

function createParts({ browser, languages }: Pick<App, "browser" | "languages">) {
  const queryClient = new QueryClient({
    queryCache: new QueryCache({
      // A screen shows the error in place of its data. For any query, these two errors also appear as a message.
      onError: (error) => {
        if (isForEveryCall(problemOf(error))) void browser?.report.failure(error);
      },
    }),
    mutationCache: new MutationCache({
      onSuccess: (_data, _variables, _result, { options: { mutationKey } }) => {
        if (isAccountChange(mutationKey)) void queryClient.invalidateQueries({ queryKey: profileKey });
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        // A call that the server refused would be refused again; a lost connection is worth two more tries.
        retry: (failures, error) => failures < 2 && (problemOf(error)?.status ?? 503) >= 500,
        // By default a query waits silently for a network. Here it fails, the page shows the error, and failed queries
        // are fetched again when the network is back.
        networkMode: "always",
        refetchOnReconnect: true,
      },
      mutations: { networkMode: "always" },
    },
  });
  const client = createApi({
    session: browser?.session ?? null,
    languages,
    theme: browser?.theme ?? null,
  });
  // The next user must not see data of the previous one.
  browser?.session.subscribe(() => {
    if (browser.session.status === "guest") forget(queryClient);
  });
  return { client, queryClient };
}

/**
 * Empties the query cache. Queries on the screen are removed when they leave it, a moment later: if removed now, they
 * would be fetched again for a user who has logged out.
 */
function forget(queryClient: QueryClient) {
  const cache = queryClient.getQueryCache();
  const shown = new Set(cache.getAll().filter((query) => query.getObserversCount() > 0));
  for (const query of cache.getAll()) if (!shown.has(query)) cache.remove(query);
  queryClient.getMutationCache().clear();
  const unsubscribe = cache.subscribe(({ type, query }) => {
    if (type !== "observerRemoved" || !shown.has(query) || query.getObserversCount() > 0) return;
    cache.remove(query);
    shown.delete(query);
    if (shown.size === 0) unsubscribe();
  });
}

const profileKey = getQueryKey(trpc.auth.profile);

const accountNouns: ReadonlySet<unknown> = new Set(["account", "twoFactor", "oauth", "passkey"]);

/** True for a call that may change the profile, by the key that tRPC gives a mutation. */
export function isAccountChange(mutationKey: readonly unknown[] | undefined): boolean {
  const path = mutationKey?.[0];
  // A deleted account has no profile.
  if (!Array.isArray(path) || path.join(".") === "account.delete") return false;
  return accountNouns.has(path[0]) || path.join(".") === "auth.verifyEmail";
}
