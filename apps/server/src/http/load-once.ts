/**
 * Makes a function that loads a value when somebody first asks for it, and keeps it. Calls during the loading share it. A
 * failed load is forgotten, so that the next call tries again.
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
