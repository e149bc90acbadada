import { type DayState, differingParts, type Part } from "../progress/day-state.ts";
import type { WaitingDay } from "./waiting.ts";

/**
 * Resolves a day that was changed both here and elsewhere, part by part. A part that the server already has needs no
 * change. If the server still holds the state we last knew or sent, we may overwrite it. For other parts the user
 * decides.
 */
export function compareDay(
  { found, wanted, parts, tried }: Pick<WaitingDay, "found" | "wanted" | "parts" | "tried">,
  server: DayState,
): { ours: Part[]; disputed: Part[] } {
  const open = parts.filter((part) => differingParts(server, wanted).includes(part));
  const isKnown = (part: Part) => [found, ...tried].some((state) => !differingParts(server, state).includes(part));
  return { ours: open.filter(isKnown), disputed: open.filter((part) => !isKnown(part)) };
}
