import type { WaitingWrite } from "../progress/queue/lane.ts";
import type { WaitingItem } from "./waiting.ts";

/**
 * Whether a stored value is a change of a day as this version reads it. A value that is not may come from another version of the page, or
 * from whoever edits the browser's data: it must not keep the page from showing and sending the others.
 */
export function isWaitingWrite(stored: unknown): stored is WaitingWrite {
  if (!isObject(stored)) return false;
  const { habitId, day, found, wanted, parts, tried } = stored;
  const isDay = typeof habitId === "number" && typeof day === "string";
  return isDay && isObject(found) && isObject(wanted) && Array.isArray(parts) && Array.isArray(tried);
}

/** The same for a waiting change of any kind. */
export function isWaitingItem(stored: unknown): stored is WaitingItem {
  if (!isObject(stored) || typeof stored.sinceMs !== "number") return false;
  return stored.kind === "note" ? typeof stored.text === "string" : stored.kind === "day" && isWaitingWrite(stored);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
