const storageKey = "singleKeyShortcuts";

interface SingleKeysBrowser {
  storage: Pick<Storage, "getItem" | "setItem">;
  /** Receives storage events of other tabs. */
  target: Pick<EventTarget, "addEventListener">;
}

/** Whether single characters are shortcuts on this browser; they are until the user turns them off. */
function createSingleKeys({ storage, target }: SingleKeysBrowser) {
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of listeners) listener();
  };
  target.addEventListener("storage", (event) => {
    if ((event as StorageEvent).key === storageKey) tell();
  });
  return {
    read: (): boolean => storage.getItem(storageKey) !== "off",
    set(isOn: boolean) {
      storage.setItem(storageKey, isOn ? "on" : "off");
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

let singleKeys: ReturnType<typeof createSingleKeys> | undefined;

/** The preference of this browser. */
export function browserSingleKeys() {
  singleKeys ??= createSingleKeys({ storage: localStorage, target: window });
  return singleKeys;
}
