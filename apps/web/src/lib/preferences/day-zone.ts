/** The storage and the device behind the time zone choice; tests provide their own. */
interface DayZoneParts {
  storage: Pick<Storage, "getItem" | "setItem" | "removeItem">;
  /** IANA name of the device's current zone. */
  device: () => string;
}

const choiceKey = "dayZone";

interface Choice {
  /** The device's zone at the time of the choice. In another zone the user is asked again. */
  device: string;
  /** IANA name. */
  zone: string;
}

/**
 * The zone in which this browser counts days: the device's zone, unless the user is traveling and has chosen another.
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
    /** The choice made for the device's current zone, or null. */
    chosen: (): string | null => read()?.zone ?? null,
    /** Uses a zone for as long as the device stays in its current zone. */
    choose(zone: string) {
      storage.setItem(choiceKey, JSON.stringify({ device: device(), zone } satisfies Choice));
      tell();
    },
    /** Uses the device's zone. */
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

/** The day zone of this browser. */
export function pageDayZone(): DayZone {
  dayZone ??= createDayZone({
    // Outside a browser no choice is stored.
    storage: globalThis.localStorage ?? { getItem: () => null, setItem: () => {}, removeItem: () => {} },
    device: () => new Intl.DateTimeFormat().resolvedOptions().timeZone,
  });
  return dayZone;
}
