/** If the server does not respond for less than this, a single call was lost. */
const lostCallMs = 2000;

/**
 * Distinguishes an outage, after which all data on the page may be old, from a single lost call. If each lost call
 * caused a refetch, a query that always fails would never be reported as failed.
 */
export class Outage {
  readonly #now: () => number;
  #since: number | null = null;
  #isCertain = false;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** A call got no response. */
  begin(): void {
    this.#since ??= this.#now();
  }

  /** The retry got no response either. */
  confirm(): void {
    this.#isCertain = this.#since !== null;
  }

  /** The server responds. True if there was an outage. */
  end(): boolean {
    const wasAway = this.#isCertain || (this.#since !== null && this.#now() - this.#since >= lostCallMs);
    this.#since = null;
    this.#isCertain = false;
    return wasAway;
  }
}
