import { useLocation, useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** Of a mailed link, once it is out of the address. */
    linkToken?: string;
  }
}

/**
 * The token of a mailed link. It leaves the address bar as soon as it is read: what is copied from there, synced or
 * looked at over a shoulder opens nothing. A reload of the page still has it.
 *
 * @param given as the address has it
 * @returns an empty text where there is none
 */
export function useLinkToken(given: string | undefined): string {
  const { pathname, state } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (!given) return;
    void navigate({ to: pathname, search: {}, state: (kept) => ({ ...kept, linkToken: given }), replace: true });
  }, [given, pathname, navigate]);
  return given ?? state.linkToken ?? "";
}
