import { isTimezone } from "@daymark/domain/base/day";

/** The storage and the device behind the time zone choice; tests provide their own. */
interface DayZoneParts {
  storage: Pick<Storage, "getItem" | "setItem" | "removeItem">;
  /** The device's current zone as the browser names it. It may be no zone: "Etc/Unknown", or undefined. */
  device: () => string | undefined;
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
 * If the browser does not know the device's zone, that is UTC.
 */
export function createDayZone({ storage, device: namedZone }: DayZoneParts) {
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of listeners) listener();
  };
  const knownDevice = (): string | null => {
    const zone = namedZone();
    return zone !== undefined && isTimezone(zone) ? zone : null;
  };
  const device = (): string => knownDevice() ?? "UTC";
  const read = (): Choice | null => {
    const kept = storage.getItem(choiceKey);
    try {
      const choice: Choice | null = kept === null ? null : JSON.parse(kept);
      const isChoice = choice?.device === device() && typeof choice.zone === "string" && isTimezone(choice.zone);
      return isChoice ? choice : null;
    } catch {
      return null;
    }
  };

  return {
    /** IANA name. */
    device,
    /** IANA name. */
    current: (): string => read()?.zone ?? device(),
    /**
     * The zone to tell the server, which refuses a name that is no zone. Null if the browser knows none: then the
     * server uses the zone of the user's settings.
     */
    known: (): string | null => read()?.zone ?? knownDevice(),
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
