/**
 * `pageHydrated` resolves once React has hydrated everything that the server rendered of the first page; never on the
 * server. `tellHydrated` resolves it.
 */
export const { promise: pageHydrated, resolve: tellHydrated } = Promise.withResolvers<void>();
