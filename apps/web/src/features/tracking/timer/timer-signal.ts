import { timerKey } from "../../../lib/drafts/private-data.ts";

const listeners = new Set<() => void>();

/** True while one of theirs runs here: what shows it is fetched only then. */
export const hasTimer = (owner: string): boolean => localStorage.getItem(timerKey(owner)) !== null;

/** Tells that it was started or settled in this tab. */
export function signalTimer(): void {
  for (const listener of listeners) listener();
}

/** Calls back after a change in any tab. */
export function subscribeToTimer(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}
