import { useMedia } from "../../../../lib/use-media.ts";

/** From this width on, statistics fit beside a calendar that shows a whole month (calendar.css). */
export const wideQuery = "(min-width: 112.5rem)";

export function useWide(): boolean {
  return useMedia(wideQuery);
}
