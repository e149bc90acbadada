import { useLocation, useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useApp } from "../../../lib/app.ts";
import { forgetLinkToken, keepLinkToken, readLinkToken } from "../../../lib/session/link-token.ts";

/**
 * The token of a mailed link. It leaves the address bar as soon as it is read: what is copied from there, synced or
 * looked at over a shoulder opens nothing. A reload of the page still has it, a page that was left has not.
 *
 * @param given as the address has it
 * @returns an empty text where there is none
 */
export function useLinkToken(given: string | undefined): string {
  const { browser } = useApp();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const [kept, setKept] = useState(() => (browser ? readLinkToken(pathname) : ""));
  useEffect(() => {
    if (!given) return;
    keepLinkToken(pathname, given);
    setKept(given);
    void navigate({ to: pathname, search: {}, replace: true });
  }, [given, pathname, navigate]);
  useEffect(() => {
    // The browser shows a page again as it was left, with a token that may be forgotten since.
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) setKept(readLinkToken(pathname));
    };
    addEventListener("pageshow", onPageShow);
    return () => removeEventListener("pageshow", onPageShow);
  }, [pathname]);
  useEffect(() => forgetLinkToken, []);
  return given ?? kept;
}
