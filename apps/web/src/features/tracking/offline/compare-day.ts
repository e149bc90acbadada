import { type DayState, differingParts, type Part } from "../progress/day-state.ts";
import type { WaitingDay } from "./waiting.ts";

/**
 * What a day that was changed both here and elsewhere comes to, part by part: what the server has already needs nothing;
 * what it holds as it was found, or as we sent it before, is ours to change; the rest is for its owner to decide.
 */
export function compareDay(
  { found, wanted, parts, tried }: Pick<WaitingDay, "found" | "wanted" | "parts" | "tried">,
  server: DayState,
): { ours: Part[]; disputed: Part[] } {
  const open = parts.filter((part) => differingParts(server, wanted).includes(part));
  const isKnown = (part: Part) => [found, ...tried].some((state) => !differingParts(server, state).includes(part));
  return { ours: open.filter(isKnown), disputed: open.filter((part) => !isKnown(part)) };
}
