/** Away for less, a server was not away: a call was lost. */
const lostCallMs = 2000;

/**
 * Tells a server that was away, after which everything on the page may be old, from a single call that was lost. Asked
 * for anew after each lost call, what fails again and again would never be said to fail.
 */
export class Outage {
  readonly #now: () => number;
  #since: number | null = null;
  #isCertain = false;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** A call has found nobody. */
  begin(): void {
    this.#since ??= this.#now();
  }

  /** Asked once more, nobody was there. */
  confirm(): void {
    this.#isCertain = this.#since !== null;
  }

  /** Somebody answers. True where nobody did before. */
  end(): boolean {
    const wasAway = this.#isCertain || (this.#since !== null && this.#now() - this.#since >= lostCallMs);
    this.#since = null;
    this.#isCertain = false;
    return wasAway;
  }
}
