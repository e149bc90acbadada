import { useLocation } from "@tanstack/react-router";
import { useState } from "react";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** True if the form of this history entry begins with the name that {@link keepTypedName} stored for its page. */
    hasTypedName?: boolean;
  }
}

const keyPrefix = "typedName:";

/**
 * Stores a user name or email address typed on one page for the form of the next page. It survives a reload, and ends
 * with the tab or when a session begins or ends. The history only holds a flag: the next user of the tab can go back.
 *
 * @param name an empty text removes the name stored for the page
 */
export function keepTypedName(page: "/login" | "/reset-password", name: string) {
  if (name === "") sessionStorage.removeItem(keyPrefix + page);
  else sessionStorage.setItem(keyPrefix + page, name);
}

/** The name that the previous page stored for this one, while this page is shown; undefined if there is none. */
export function useTypedName(): string | undefined {
  const { pathname, state } = useLocation();
  const [name] = useState(() => (state.hasTypedName ? sessionStorage.getItem(keyPrefix + pathname) : null));
  return name ?? undefined;
}

export function forgetTypedNames() {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(keyPrefix)) sessionStorage.removeItem(key);
}
