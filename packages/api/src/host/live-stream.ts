import type { LiveChanges, LiveTopic } from "@daymark/domain/base/live";

/** How many origins the waiting changes distinguish. Above this they are merged into one change of unknown origin. */
const originsMax = 8;

/** The changes that one reader has not read yet, merged: memory does not grow with a slow reader. */
export class LiveStream {
  readonly #waiting = new Map<string | null, Set<LiveTopic>>();
  #isEnded = false;
  #wake = () => {};

  add(topics: Iterable<LiveTopic>, origin: string | null): void {
    if (this.#waiting.size >= originsMax && !this.#waiting.has(origin)) this.#sumUp();
    const key = this.#waiting.has(null) && this.#waiting.size >= originsMax ? null : origin;
    const known = this.#waiting.get(key) ?? new Set();
    for (const topic of topics) known.add(topic);
    this.#waiting.set(key, known);
    this.#wake();
  }

  end(): void {
    this.#isEnded = true;
    this.#wake();
  }

  /** @param leave called when the reader has stopped */
  async *read(leave: () => void): AsyncGenerator<LiveChanges> {
    try {
      while (!this.#isEnded) {
        const [first] = this.#waiting;
        if (first) {
          const [origin, topics] = first;
          this.#waiting.delete(origin);
          yield { topics: [...topics], origin };
        } else {
          await new Promise<void>((resolve) => {
            this.#wake = resolve;
          });
        }
      }
    } finally {
      leave();
    }
  }

  #sumUp(): void {
    const topics = new Set([...this.#waiting.values()].flatMap((known) => [...known]));
    this.#waiting.clear();
    this.#waiting.set(null, topics);
  }
}
