import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { getQueryKey } from "@trpc/react-query";
import { type ReactNode, useState } from "react";
import { type App, type AppBrowser, useApp } from "./app.ts";
import type { LanguageStore } from "./language/language.ts";
import { useWarmParts } from "./lazy-component.tsx";
import { isForEveryCall, problemOf } from "./network/problem.ts";
import { createApi, trpc } from "./network/trpc.ts";

/**
 * Gives its children the API: `trpc.habit.list.useQuery()` and the rest. Screens that talk to the server stand in it;
 * the landing page does not, and so does not load it. All providers of one page share one cache.
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

/** What tells of a failed call: it has to be here by then, as the connection may not. */
const messageParts = [
  () => import("./messages/report.tsx"),
  () => import("./messages/flash-toaster.tsx"),
  (languages: LanguageStore) => languages.need("messages"),
];

const apis = new WeakMap<AppBrowser, ReturnType<typeof createParts>>();

/** The one client and cache of a page; a rendered page has its own, which asks nothing. */
export function apiOf(app: Pick<App, "browser" | "languages">) {
  if (!app.browser) return createParts(app);
  const known = apis.get(app.browser) ?? createParts(app);
  apis.set(app.browser, known);
  return known;
}

function createParts({ browser, languages }: Pick<App, "browser" | "languages">) {
  const queryClient = new QueryClient({
    queryCache: new QueryCache({
      // What a screen says where its data would be; these two are said on top as well, whatever was asked for.
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
        // What the server has refused it refuses again; a lost connection is worth two more tries.
        retry: (failures, error) => failures < 2 && (problemOf(error)?.status ?? 503) >= 500,
        // By default a call without a network waits for one, silently. Here it fails, which is said, and what failed
        // is asked for again as soon as there is one.
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
  // What one person saw is not kept for the next.
  browser?.session.subscribe(() => {
    if (browser.session.status === "guest") forget(queryClient);
  });
  return { client, queryClient };
}

/**
 * Empties a cache. What is still on the screen goes when it leaves it, a moment later: taken away now, it would be asked
 * for once more, by nobody.
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

/** True for a call after which the profile may say something else, by the key that tRPC gives a mutation. */
export function isAccountChange(mutationKey: readonly unknown[] | undefined): boolean {
  const path = mutationKey?.[0];
  // Of an account that is gone there is no profile.
  if (!Array.isArray(path) || path.join(".") === "account.delete") return false;
  return accountNouns.has(path[0]) || path.join(".") === "auth.verifyEmail";
}
