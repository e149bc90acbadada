import { useSyncExternalStore } from "react";

/** Below this width (the spec's 768 px) a popover does not fit beside its cell. */
const query = "(max-width: 47.99rem)";

export function usePhone(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = matchMedia(query);
      media.addEventListener("change", listener);
      return () => media.removeEventListener("change", listener);
    },
    () => matchMedia(query).matches,
    () => false,
  );
}
