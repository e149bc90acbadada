export interface ExpiryTimerParts {
  setTimer: (callback: () => void, delayMs: number) => unknown;
  clearTimer: (timer: unknown) => void;
}

interface Watch {
  /** Milliseconds until the watched token expires, negative if it has expired; null if there is none. */
  remainingMs: () => number | null;
  onExpired: () => void;
}

/** The longest delay a timer takes; a longer one overflows 32 bits and fires at once. */
export const timerDelayMaxMs = 2 ** 31 - 1;

/** A token is checked again this long after it expires. */
const timerMarginMs = 3_000;
const timerDelayMinMs = 1_000;

export type ExpiryTimer = ReturnType<typeof createExpiryTimer>;

/** Calls back once the watched token has expired. */
export function createExpiryTimer({ setTimer, clearTimer }: ExpiryTimerParts, { remainingMs, onExpired }: Watch) {
  let timer: unknown = null;
  const stop = () => clearTimer(timer);

  /** @param delayMs the time until the next check; by default it follows from the expiry of the token */
  const arm = (delayMs?: number) => {
    stop();
    const remaining = remainingMs();
    if (remaining === null && delayMs === undefined) return;
    timer = setTimer(check, delayMs ?? timerDelayMs(remaining ?? 0));
  };

  const check = () => {
    // The delay was too long for one timer, so the token has not expired yet.
    if ((remainingMs() ?? 0) > 0) arm();
    else onExpired();
  };

  return { arm, stop };
}

/** @param remainingMs until the token expires; negative if it has expired */
export function timerDelayMs(remainingMs: number): number {
  return Math.min(timerDelayMaxMs, Math.max(timerDelayMinMs, remainingMs + timerMarginMs));
}
