import { useMedia } from "../../../lib/use-media.ts";

/** Below this width (the spec's 768 px) a popover does not fit beside its cell. */
const query = "(max-width: 47.99rem)";

export function usePhone(): boolean {
  return useMedia(query);
}
