/** The states that the user left on pages, by name. */
export interface RestoredStates {
  read(name: string): unknown;
  /**
   * @param begun the initial state: a state equal to it costs nothing to create again, so it is not stored and
   *   displaces no other
   */
  keep(name: string, state: unknown, begun: unknown): void;
}

/** @param countMax if there are more, the oldest ones are dropped */
export function createRestoredStates(countMax: number): RestoredStates {
  const kept = new Map<string, unknown>();
  return {
    read: (name) => kept.get(name),
    keep(name, state, begun) {
      kept.delete(name);
      if (state !== begun) kept.set(name, state);
      for (const old of [...kept.keys()].slice(0, -countMax)) kept.delete(old);
    },
  };
}
