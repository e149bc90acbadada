import type { DashboardSettings, Layout } from "@daymark/domain/tracking/dashboard";
import { preferenceChecks } from "@daymark/domain/tracking/preference";
import { useSyncExternalStore } from "react";
import { refreshKey, tokenSubject } from "../session/token.ts";

type PreferenceValues = DashboardSettings;
type PreferenceValue = keyof PreferenceValues;
/** As the settings of the API have them: what was never chosen is null. */
export type ServerPreferenceValues = { [Member in PreferenceValue]?: PreferenceValues[Member] | null };

const members = Object.keys(preferenceChecks) as PreferenceValue[];

/** Plain text, as it has been since before there were others; the rest is JSON. */
const layoutKey = "dashboardLayout";
const keyOf = (member: PreferenceValue) => `dashboard_${member}`;
/** Who changed what since the server last heard of it: `{ user, members }`. */
const unsentKey = "dashboard_unsent";

/** Those with words of a person's own: of titles, and the names of groups. */
const naming: readonly PreferenceValue[] = ["filter", "folded_groups"];
/** The id of the person whose words those are; words without it are shown to nobody. */
const namesOwnerKey = "dashboard_names_of";

/** Phones read downwards; where nobody has chosen, the width decides. */
const phoneQuery = "(max-width: 47.99rem)";

interface PreferencesBrowser {
  storage: Pick<Storage, "getItem" | "setItem" | "removeItem">;
  phone: Pick<MediaQueryList, "matches" | "addEventListener">;
  /** The id of the person who is logged in, null for a guest. */
  person: () => string | null;
  /** Calls back when another tab has changed what is stored. */
  onStorage: (listener: (key: string | null) => void) => void;
}

export type Preferences = ReturnType<typeof createPreferences>;

/**
 * How a person likes the dashboard. This browser always keeps it. Where their plan keeps it for all devices too, what
 * the server has not heard of yet is remembered, through a reload and a day without network, until it has.
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
    // The dashboard was left meanwhile: what it did not send yet is sent by the next one.
    if (user === null) return;
    if (changed.length === 0) storage.removeItem(unsentKey);
    else storage.setItem(unsentKey, JSON.stringify({ user, members: changed }));
  };

  const dropNames = () => {
    for (const member of naming) write(storage, member, undefined);
    storage.removeItem(namesOwnerKey);
    // Otherwise the server would forget the names, too, once their person is back.
    const stored = readJson(storage, unsentKey) as { members?: unknown } | undefined;
    const left = Array.isArray(stored?.members) ? stored.members.filter((member) => !naming.includes(member)) : [];
    if (left.length === 0) storage.removeItem(unsentKey);
    else storage.setItem(unsentKey, JSON.stringify({ ...stored, members: left }));
  };
  /** A session that ends by itself leaves the names of its person, for when they are back. Another person gets none. */
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
    /** What was chosen; the same object until something else is, or another person is logged in. */
    read,

    /** The layout chosen, else the one that fits the screen. */
    layout: (): Layout => values.layout ?? fitting(),

    /** The one that fits the screen, whatever was chosen. */
    fittingLayout: fitting,

    set(change: PreferenceValues) {
      // What is stored from now on is this person's.
      read();
      for (const member of members) if (member in change) write(storage, member, change[member]);
      if (user !== null) setUnsent([...new Set([...unsent(), ...(Object.keys(change) as PreferenceValue[])])]);
      tell();
    },

    setLayout(layout: Layout) {
      this.set({ layout });
    },

    /** From now on changes are remembered as this person's, to be sent; null where their plan keeps nothing. */
    syncFor(name: string | null) {
      user = name;
    },

    /** What the server is to hear, or undefined where it knows all. */
    unsent(): ServerPreferenceValues | undefined {
      const changed = unsent();
      return changed.length === 0 ? undefined : pick(read(), changed);
    },

    /** Marks all that was ever chosen here as unsent: the first time that a plan keeps it. */
    sendAll() {
      setUnsent(Object.keys(read()) as PreferenceValue[]);
    },

    /** The server knows `sent` now; what was changed meanwhile is still to be sent. */
    acknowledge(sent: ServerPreferenceValues) {
      const isSent = (member: PreferenceValue) =>
        JSON.stringify(values[member] ?? null) === JSON.stringify(sent[member]);
      setUnsent(unsent().filter((member) => !isSent(member)));
    },

    /** Takes over what the server knows, except what was changed here since: the last writer wins. */
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

    /** Somebody has logged out: what names things of theirs is not for the next. How the dashboard looks stays. */
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
    // Anybody can write into local storage: what makes no sense was never chosen.
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

/** Members that were taken back are null: the server forgets them too. */
function pick(values: PreferenceValues, wanted: readonly PreferenceValue[]): ServerPreferenceValues {
  return Object.fromEntries(wanted.map((member) => [member, values[member] ?? null]));
}

let preferences: Preferences | undefined;

/** The preferences of this browser. */
export function browserPreferences(): Preferences {
  preferences ??= createPreferences({
    storage: localStorage,
    phone: matchMedia(phoneQuery),
    person: () => tokenSubject(localStorage.getItem(refreshKey) ?? ""),
    onStorage: (listener) => addEventListener("storage", ({ key }) => listener(key)),
  });
  return preferences;
}

/** What was chosen, as it changes. */
export function usePreferenceValues(): PreferenceValues {
  const { subscribe, read } = browserPreferences();
  return useSyncExternalStore(subscribe, read);
}
