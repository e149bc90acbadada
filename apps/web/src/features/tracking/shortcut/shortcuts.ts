/** Where a shortcut works. */
export const places = ["everywhere", "dashboard", "calendar", "selection", "entry"] as const;
export type Place = (typeof places)[number];

interface Shortcut {
  place: Place;
  /**
   * The keys, any of which triggers the shortcut: the names of `KeyboardEvent.key`, letters in capitals, after `Mod+`
   * (Ctrl, on a Mac also Cmd) and `Shift+`. `0-9` stands for any digit.
   */
  keys: readonly [string, ...string[]];
}

/** All shortcuts. The key handlers and the list of shortcuts both read this table, so they cannot differ. */
export const shortcuts = {
  palette: { place: "everywhere", keys: ["Mod+K"] },
  sheet: { place: "everywhere", keys: ["?"] },

  undo: { place: "dashboard", keys: ["Mod+Z"] },
  redo: { place: "dashboard", keys: ["Mod+Shift+Z", "Mod+Y"] },

  left: { place: "calendar", keys: ["ArrowLeft"] },
  right: { place: "calendar", keys: ["ArrowRight"] },
  up: { place: "calendar", keys: ["ArrowUp"] },
  down: { place: "calendar", keys: ["ArrowDown"] },
  row_start: { place: "calendar", keys: ["Home"] },
  row_end: { place: "calendar", keys: ["End"] },
  grid_start: { place: "calendar", keys: ["Mod+Home"] },
  grid_end: { place: "calendar", keys: ["Mod+End"] },
  month_back: { place: "calendar", keys: ["PageUp"] },
  month_on: { place: "calendar", keys: ["PageDown"] },
  year_back: { place: "calendar", keys: ["Shift+PageUp"] },
  year_on: { place: "calendar", keys: ["Shift+PageDown"] },
  record: { place: "calendar", keys: ["Space"] },
  activate: { place: "calendar", keys: ["Enter"] },
  open: { place: "calendar", keys: ["F2"] },
  type: { place: "calendar", keys: ["0-9"] },
  more: { place: "calendar", keys: ["+", "="] },
  less: { place: "calendar", keys: ["-"] },
  goal: { place: "calendar", keys: ["G"] },
  skip: { place: "calendar", keys: ["S"] },
  confirm: { place: "calendar", keys: ["C"] },
  note: { place: "calendar", keys: ["N"] },
  timer: { place: "calendar", keys: ["T"] },
  yesterday: { place: "calendar", keys: ["Y"] },
  yesterday_all: { place: "calendar", keys: ["Shift+Y"] },
  clear: { place: "calendar", keys: ["Backspace", "Delete"] },

  select_left: { place: "selection", keys: ["Shift+ArrowLeft"] },
  select_right: { place: "selection", keys: ["Shift+ArrowRight"] },
  select_up: { place: "selection", keys: ["Shift+ArrowUp"] },
  select_down: { place: "selection", keys: ["Shift+ArrowDown"] },
  select_start: { place: "selection", keys: ["Shift+Home"] },
  select_end: { place: "selection", keys: ["Shift+End"] },
  drop: { place: "selection", keys: ["Escape"] },

  save: { place: "entry", keys: ["Enter"] },
  save_here: { place: "entry", keys: ["Shift+Enter"] },
  save_note: { place: "entry", keys: ["Mod+Enter"] },
  leave: { place: "entry", keys: ["Escape"] },
} as const satisfies Record<string, Shortcut>;

export type ShortcutId = keyof typeof shortcuts;

/** The key in a keyboard event. */
export interface Key {
  key: string;
  /** The position on the keyboard: "KeyZ". */
  code?: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
}

/**
 * The shortcut of a key in some places, if there is one.
 *
 * @param isSingleAllowed whether a single character is a shortcut: the user can turn those off (WCAG 2.2, 2.1.4)
 */
export function shortcutOf(
  event: Key,
  at: readonly Place[],
  { isSingleAllowed }: { isSingleAllowed: boolean },
): ShortcutId | undefined {
  const name = nameOf(event);
  if (name === undefined || (!isSingleAllowed && isSingle(name))) return undefined;
  for (const place of at) {
    const id = byName.get(`${place} ${name}`);
    if (id) return id;
  }
  return undefined;
}

/**
 * True for a single character, alone or with Shift. Digits are excluded: they type the amount of the focused day, in
 * every layout, as in a field.
 */
export function isSingle(name: string): boolean {
  return /^(Shift\+)?.$/u.test(name);
}

const byName: ReadonlyMap<string, ShortcutId> = new Map(
  (Object.keys(shortcuts) as ShortcutId[]).flatMap((id) =>
    shortcuts[id].keys.map((name) => [`${shortcuts[id].place} ${name}`, id] as const),
  ),
);

/** The name of a key in the table; undefined with Alt, which other programs and keyboard layouts use. */
function nameOf(event: Key): string | undefined {
  if (event.altKey) return undefined;
  const isMod = event.ctrlKey || event.metaKey;
  const mod = isMod ? "Mod+" : "";
  const shift = event.shiftKey ? "Shift+" : "";
  const letter = letterOf(event);
  if (letter) return `${mod}${shift}${letter}`;
  if (event.key === " ") return `${mod}${shift}Space`;
  if (event.key.length > 1) return `${mod}${shift}${event.key}`;
  // Which characters need Shift depends on the keyboard; on some, Shift and a digit key make another character.
  if (/^\d$/.test(event.key)) return isMod || event.shiftKey ? undefined : "0-9";
  return `${mod}${event.key}`;
}

/** The Latin letter of a key, also if the keyboard layout has another alphabet: Ctrl+Я is Ctrl+Z there. */
function letterOf({ key, code }: Key): string | undefined {
  if (/^[a-z]$/i.test(key)) return key.toUpperCase();
  return /^\p{L}$/u.test(key) ? /^Key([A-Z])$/.exec(code ?? "")?.[1] : undefined;
}
