/** How a browser keeps by which zone its person counts days; tests bring their own. */
interface DayZoneParts {
  storage: Pick<Storage, "getItem" | "setItem" | "removeItem">;
  /** IANA name of the zone the device is in right now. */
  device: () => string;
}

const choiceKey = "dayZone";

interface Choice {
  /** Where the device was when it was chosen: somewhere else it is asked for again. */
  device: string;
  /** IANA name. */
  zone: string;
}

/**
 * The zone by which the days of this browser are counted: the one the device is in, unless a person who is elsewhere has
 * chosen to go on by another.
 */
export function createDayZone({ storage, device }: DayZoneParts) {
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of listeners) listener();
  };
  const read = (): Choice | null => {
    const kept = storage.getItem(choiceKey);
    try {
      const choice: Choice | null = kept === null ? null : JSON.parse(kept);
      return choice && choice.device === device() && typeof choice.zone === "string" ? choice : null;
    } catch {
      return null;
    }
  };

  return {
    device,
    /** IANA name. */
    current: (): string => read()?.zone ?? device(),
    /** What was chosen for where the device is, null where nothing was. */
    chosen: (): string | null => read()?.zone ?? null,
    /** Goes on by a zone for as long as the device stays where it is. */
    choose(zone: string) {
      storage.setItem(choiceKey, JSON.stringify({ device: device(), zone } satisfies Choice));
      tell();
    },
    /** Goes by the device. */
    forget() {
      if (storage.getItem(choiceKey) === null) return;
      storage.removeItem(choiceKey);
      tell();
    },
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}

export type DayZone = ReturnType<typeof createDayZone>;

let dayZone: DayZone | undefined;

/** That of this browser. */
export function pageDayZone(): DayZone {
  dayZone ??= createDayZone({
    // Outside of a browser there is nobody who could have chosen.
    storage: globalThis.localStorage ?? { getItem: () => null, setItem: () => {}, removeItem: () => {} },
    device: () => new Intl.DateTimeFormat().resolvedOptions().timeZone,
  });
  return dayZone;
}
