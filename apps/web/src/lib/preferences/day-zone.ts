import { isTimezone } from "@daymark/domain/base/day";
import { storedUserId } from "../session/token.ts";

/** The storage and the device behind the time zone choice; tests provide their own. */
interface DayZoneParts {
  storage: Pick<Storage, "getItem" | "setItem" | "removeItem">;
  /** The device's current zone as the browser names it. It may be no zone: "Etc/Unknown", or undefined. */
  device: () => string | undefined;
  /** The id of the logged-in user, null for a guest. */
  person: () => string | null;
}

const choiceKey = "dayZone";

interface Choice {
  /** The id of the user who chose. Version 0.1.6 stored none; such a choice applies to no user. */
  user: string;
  /** The device's zone at the time of the choice. In another zone the page asks again. */
  device: string;
  /** IANA name. */
  zone: string;
}

/**
 * The zone in which this browser counts days: the device's zone, unless the user is traveling and has chosen another.
 * If the browser does not know the device's zone, that is UTC.
 */
export function createDayZone({ storage, device: namedZone, person }: DayZoneParts) {
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
    const [kept, user] = [storage.getItem(choiceKey), person()];
    if (kept === null || user === null) return null;
    try {
      const choice: Choice | null = JSON.parse(kept);
      const isOurs = choice?.user === user && choice.device === device();
      return isOurs && typeof choice.zone === "string" && isTimezone(choice.zone) ? choice : null;
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
    /** The choice that this user made for the device's current zone, or null. */
    chosen: (): string | null => read()?.zone ?? null,
    /** Uses a zone for this user for as long as the device stays in its current zone. A guest stores no choice. */
    choose(zone: string) {
      const user = person();
      if (user === null) return;
      storage.setItem(choiceKey, JSON.stringify({ user, device: device(), zone } satisfies Choice));
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
  // Outside a browser no choice is stored.
  const storage = globalThis.localStorage ?? { getItem: () => null, setItem: () => {}, removeItem: () => {} };
  dayZone ??= createDayZone({
    storage,
    device: () => new Intl.DateTimeFormat().resolvedOptions().timeZone,
    person: () => storedUserId(storage),
  });
  return dayZone;
}
