import { type Layout, layouts } from "./grid.ts";

const layoutKey = "dashboardLayout";

/** Phones read downwards; where nobody has chosen, the width decides. */
const phoneQuery = "(max-width: 47.99rem)";

interface PreferencesBrowser {
  storage: Pick<Storage, "getItem" | "setItem">;
  phone: Pick<MediaQueryList, "matches" | "addEventListener">;
}

/** What a person likes on this browser. */
function createPreferences({ storage, phone }: PreferencesBrowser) {
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of listeners) listener();
  };
  phone.addEventListener("change", tell);

  return {
    layout(): Layout {
      const stored = storage.getItem(layoutKey);
      return layouts.find((layout) => layout === stored) ?? (phone.matches ? "vertical" : "horizontal");
    },
    setLayout(layout: Layout) {
      storage.setItem(layoutKey, layout);
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

let preferences: ReturnType<typeof createPreferences> | undefined;

/** The preferences of this browser. */
export function browserPreferences() {
  preferences ??= createPreferences({ storage: localStorage, phone: matchMedia(phoneQuery) });
  return preferences;
}
