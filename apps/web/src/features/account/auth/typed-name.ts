import { useLocation } from "@tanstack/react-router";
import { useState } from "react";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** True if the form of this entry begins with the name that {@link keepTypedName} has kept for its page. */
    hasTypedName?: boolean;
  }
}

const keyPrefix = "typedName:";

/**
 * Keeps a username or an email address that was typed on one page for the form of the next one. It outlives a reload, and
 * ends with the tab or when a session begins or ends. The history only has a mark: the next person of the tab can go back.
 *
 * @param name an empty text keeps nothing, and forgets the name that was kept for the page
 */
export function keepTypedName(page: "/login" | "/reset-password", name: string) {
  if (name === "") sessionStorage.removeItem(keyPrefix + page);
  else sessionStorage.setItem(keyPrefix + page, name);
}

/** The name that the page before has kept for this one, while this page is shown; undefined if there is none. */
export function useTypedName(): string | undefined {
  const { pathname, state } = useLocation();
  const [name] = useState(() => (state.hasTypedName ? sessionStorage.getItem(keyPrefix + pathname) : null));
  return name ?? undefined;
}

export function forgetTypedNames() {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(keyPrefix)) sessionStorage.removeItem(key);
}
