import type { DashboardSettings, Layout } from "@daymark/domain/tracking/dashboard";
import { preferenceChecks } from "@daymark/domain/tracking/preference";
import { useSyncExternalStore } from "react";
import { storedUserId } from "../session/token.ts";

type PreferenceValues = DashboardSettings;
type PreferenceValue = keyof PreferenceValues;
/** As in the settings of the API: null means never chosen. */
export type ServerPreferenceValues = { [Member in PreferenceValue]?: PreferenceValues[Member] | null };

const members = Object.keys(preferenceChecks) as PreferenceValue[];

/** Plain text, because it is older than the other keys, which are JSON. */
const layoutKey = "dashboardLayout";
const keyOf = (member: PreferenceValue) => `dashboard_${member}`;
/** The user and the preferences that changed since the last sync with the server: `{ user, members }`. */
const unsentKey = "dashboard_unsent";

/** Preferences that contain the user's own text: titles in the filter, and names of groups. */
const naming: readonly PreferenceValue[] = ["filter", "folded_groups"];
/** The id of the user who owns that text. Text without an owner is not shown. */
const namesOwnerKey = "dashboard_names_of";

/** Phones use the vertical layout: if the user has chosen none, the width decides. */
const phoneQuery = "(max-width: 47.99rem)";

interface PreferencesBrowser {
  storage: Pick<Storage, "getItem" | "setItem" | "removeItem">;
  phone: Pick<MediaQueryList, "matches" | "addEventListener">;
  /** The id of the logged-in user, null for a guest. */
  person: () => string | null;
  /** Calls back when another tab has changed the storage. */
  onStorage: (listener: (key: string | null) => void) => void;
}

export type Preferences = ReturnType<typeof createPreferences>;

/**
 * The dashboard preferences. This browser always stores them. If the user's plan syncs them to all devices, unsent
 * changes are remembered, across reloads and a day without a network, until the server has them.
 */
export function createPreferences({ storage, phone, person, onStorage }: PreferencesBrowser) {
  const listeners = new Set<() => void>();
  let values = readAll(storage);
  let user: string | null = null;

  const fitting = () => (phone.matches ? "vertical" : "horizontal");
  const tell = () => {
    values = readAll(storage);
    for (const listener of listeners) listener();
  };
  phone.addEventListener("change", tell);
  onStorage((key) => {
    if (key === null || key.startsWith("dashboard")) tell();
  });

  const unsent = (): PreferenceValue[] => {
    const stored = readJson(storage, unsentKey) as { user?: unknown; members?: unknown } | undefined;
    if (user === null || stored?.user !== user || !Array.isArray(stored.members)) return [];
    return members.filter((member) => (stored.members as unknown[]).includes(member));
  };
  const setUnsent = (changed: readonly PreferenceValue[]) => {
    // The user left the dashboard meanwhile: the next one sends the rest.
    if (user === null) return;
    if (changed.length === 0) storage.removeItem(unsentKey);
    else storage.setItem(unsentKey, JSON.stringify({ user, members: changed }));
  };

  const dropNames = () => {
    for (const member of naming) write(storage, member, undefined);
    storage.removeItem(namesOwnerKey);
    // Otherwise the server would forget the names too when the user logs in again.
    const stored = readJson(storage, unsentKey) as { members?: unknown } | undefined;
    const left = Array.isArray(stored?.members) ? stored.members.filter((member) => !naming.includes(member)) : [];
    if (left.length === 0) storage.removeItem(unsentKey);
    else storage.setItem(unsentKey, JSON.stringify({ ...stored, members: left }));
  };
  /** If a session ends by itself, the names stay for the same user. Another user does not get them. */
  const read = (): PreferenceValues => {
    const personId = person();
    if (personId !== null && storage.getItem(namesOwnerKey) !== personId) {
      dropNames();
      storage.setItem(namesOwnerKey, personId);
      values = readAll(storage);
    }
    return values;
  };

  return {
    /** The current preferences; the same object until one changes or another user logs in. */
    read,

    /** The chosen layout, or else the one that fits the screen. */
    layout: (): Layout => values.layout ?? fitting(),

    /** The layout that fits the screen, regardless of the choice. */
    fittingLayout: fitting,

    set(change: PreferenceValues) {
      // What is stored from now on belongs to this user.
      read();
      for (const member of members) if (member in change) write(storage, member, change[member]);
      if (user !== null) setUnsent([...new Set([...unsent(), ...(Object.keys(change) as PreferenceValue[])])]);
      tell();
    },

    setLayout(layout: Layout) {
      this.set({ layout });
    },

    /** From now on changes are remembered for this user and sent; null if their plan does not sync preferences. */
    syncFor(name: string | null) {
      user = name;
    },

    /** Values to send, or undefined if the server has them all. */
    unsent(): ServerPreferenceValues | undefined {
      const changed = unsent();
      return changed.length === 0 ? undefined : pick(read(), changed);
    },

    /** Marks all preferences as unsent, for the first time that a plan syncs them. */
    sendAll() {
      setUnsent(Object.keys(read()) as PreferenceValue[]);
    },

    /** The server has `sent` now; later changes are still unsent. */
    acknowledge(sent: ServerPreferenceValues) {
      const isSent = (member: PreferenceValue) =>
        JSON.stringify(values[member] ?? null) === JSON.stringify(sent[member]);
      setUnsent(unsent().filter((member) => !isSent(member)));
    },

    /** Applies the server's values, except those changed here since: the last write wins. */
    take(settings: ServerPreferenceValues) {
      const shown = read();
      const changed = unsent();
      let isNew = false;
      for (const member of members) {
        const value = settings[member] ?? undefined;
        if (changed.includes(member) || JSON.stringify(value) === JSON.stringify(shown[member])) continue;
        write(storage, member, value);
        isNew = true;
      }
      if (isNew) tell();
    },

    /** The user has logged out: remove text that names their things. The look of the dashboard stays. */
    forgetNames() {
      dropNames();
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

function readAll(storage: PreferencesBrowser["storage"]): PreferenceValues {
  const read = (member: PreferenceValue) => {
    const stored = member === "layout" ? (storage.getItem(layoutKey) ?? undefined) : readJson(storage, keyOf(member));
    // Local storage may contain anything: an invalid value counts as never chosen.
    return preferenceChecks[member](stored) ? [[member, stored] as const] : [];
  };
  return Object.fromEntries(members.flatMap(read)) as PreferenceValues;
}

function write<Member extends PreferenceValue>(
  storage: PreferencesBrowser["storage"],
  member: Member,
  value: PreferenceValues[Member],
) {
  const key = member === "layout" ? layoutKey : keyOf(member);
  if (value === undefined) storage.removeItem(key);
  else storage.setItem(key, member === "layout" ? String(value) : JSON.stringify(value));
}

function readJson(storage: PreferencesBrowser["storage"], key: string): unknown {
  try {
    return JSON.parse(storage.getItem(key) ?? "") as unknown;
  } catch {
    return undefined;
  }
}

/** Removed preferences are null, so that the server removes them too. */
function pick(values: PreferenceValues, wanted: readonly PreferenceValue[]): ServerPreferenceValues {
  return Object.fromEntries(wanted.map((member) => [member, values[member] ?? null]));
}

let preferences: Preferences | undefined;

/** The preferences of this browser. */
export function browserPreferences(): Preferences {
  preferences ??= createPreferences({
    storage: localStorage,
    phone: matchMedia(phoneQuery),
    person: () => storedUserId(localStorage),
    onStorage: (listener) => addEventListener("storage", ({ key }) => listener(key)),
  });
  return preferences;
}

/** The current preferences, updated on change. */
export function usePreferenceValues(): PreferenceValues {
  const { subscribe, read } = browserPreferences();
  return useSyncExternalStore(subscribe, read);
}
