import { DaymarkError, retryAfterOf } from "./error.ts";

export type Fetch = (request: Request) => Promise<Response>;

export interface RetryOptions {
  /** How often a failed call is repeated; 3 by default, 0 for never. */
  retries?: number;
  /** A server that wants to be left alone for longer is not called again; 60 by default. */
  retryAfterSecondsMax?: number;
  /** Replaces the pause between two attempts. */
  wait?: (seconds: number, signal: AbortSignal) => Promise<void>;
}

/** Answers of a server that was not reached or does not work at the moment. */
const failedStatuses = [500, 502, 503, 504];
const tooManyRequests = 429;

const pauseSeconds = 0.5;

/**
 * Repeats calls that failed without the caller's fault. A call that changes something is repeated only if the second one
 * changes nothing: a PUT, or a POST with an Idempotency-Key. After 429, which the server sends before it does anything,
 * every call is repeated.
 *
 * @returns a `fetch` with the bounds of `options`; it throws what the last attempt threw
 */
export function withRetries(
  fetch: Fetch,
  { retries = 3, retryAfterSecondsMax = 60, wait = pause }: RetryOptions,
): Fetch {
  return async (request) => {
    for (let attempt = 0; ; attempt += 1) {
      const isLast = attempt >= retries;
      let seconds = pauseSeconds * 2 ** attempt * (1 + Math.random());
      try {
        // A request can be sent once, so each attempt sends a copy.
        const response = await fetch(isLast ? request : request.clone());
        if (isLast || !mayRepeat(request, response.status)) return response;
        const asked = retryAfterOf(response);
        if (asked !== null && asked > retryAfterSecondsMax) return response;
        seconds = Math.max(seconds, asked ?? 0);
        await response.body?.cancel();
      } catch (error) {
        // The log-in has ended, which the renewal of its token has found out.
        if (error instanceof DaymarkError) throw error;
        if (isLast || request.signal.aborted || !mayRepeat(request, null)) throw error;
      }
      await wait(seconds, request.signal);
    }
  };
}

/** @param status null if there was no answer */
function mayRepeat(request: Request, status: number | null): boolean {
  if (status === tooManyRequests) return true;
  if (status !== null && !failedStatuses.includes(status)) return false;
  return ["GET", "HEAD", "PUT"].includes(request.method) || request.headers.has("idempotency-key");
}

/** @throws the signal's reason if it is aborted meanwhile */
export function pause(seconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, seconds * 1000);
    if (signal?.aborted) stop();
    else signal?.addEventListener("abort", stop, { once: true });
  });
}
