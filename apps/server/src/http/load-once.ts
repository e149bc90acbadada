/**
 * Makes a function that loads a value on its first call and caches it. Calls during the loading share it. A failed load
 * is not cached, so that the next call tries again.
 */
export function loadOnce<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let loading: Promise<Value> | undefined;
  return () => {
    loading ??= load().catch((error) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}
