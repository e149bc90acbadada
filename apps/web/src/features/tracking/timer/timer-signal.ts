import { timerKey } from "../../../lib/drafts/private-data.ts";

const listeners = new Set<() => void>();

/** True while a timer of this user runs: only then the code that shows it is fetched. */
export const hasTimer = (owner: string): boolean => localStorage.getItem(timerKey(owner)) !== null;

/** Reports that a timer was started or settled in this tab. */
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
