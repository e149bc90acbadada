/**
 * A log-in that waits for its second factor. It survives a reload, and ends with the tab or when a session begins or
 * ends.
 */
export interface PendingLogIn {
  challenge: string;
  isRemembered: boolean;
  /** The page that the user wanted: a path of this site. */
  next?: string;
  /** As typed, for a new attempt. */
  username?: string;
}

const key = "pendingLogIn";

export function keepPendingLogIn(pending: PendingLogIn) {
  sessionStorage.setItem(key, JSON.stringify(pending));
}

export function readPendingLogIn(): PendingLogIn | null {
  return readKept<PendingLogIn>(key, ({ challenge }) => typeof challenge === "string");
}

export function forgetPendingLogIn() {
  sessionStorage.removeItem(key);
}

/** A value that we put into the session storage; null if it is missing or invalid. */
export function readKept<Kept extends object>(name: string, isWhole: (kept: Kept) => boolean): Kept | null {
  try {
    const kept: Kept | null = JSON.parse(sessionStorage.getItem(name) ?? "null");
    return kept && isWhole(kept) ? kept : null;
  } catch {
    return null;
  }
}
