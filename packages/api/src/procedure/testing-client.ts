/** A client that the test disconnects. */
export function createClient() {
  const listeners = new Set<() => void>();
  const { promise: watched, resolve } = Promise.withResolvers<void>();
  return {
    /** Fulfilled when the server watches the client. */
    watched,
    watch: (listener: () => void) => {
      listeners.add(listener);
      resolve();
      return () => void listeners.delete(listener);
    },
    leave: () => {
      for (const listener of listeners) listener();
    },
    listeners: () => listeners.size,
  };
}
