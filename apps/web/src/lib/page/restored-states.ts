/** The states that pages were left with, by a name for each. */
export interface RestoredStates {
  read(name: string): unknown;
  /** @param begun what it began as: a state that is still that one is made anew at no cost, and takes no other's place */
  keep(name: string, state: unknown, begun: unknown): void;
}

/** @param countMax of more, the ones that were kept longest ago go */
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
