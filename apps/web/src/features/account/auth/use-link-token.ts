import { useLocation, useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useApp } from "../../../lib/app.ts";
import { forgetLinkToken, keepLinkToken, readLinkToken } from "../../../lib/session/link-token.ts";

/**
 * The token of a mailed link. It is removed from the address bar as soon as it is read, so that a copied, synced or
 * photographed address opens nothing. After a reload the page still has the token; after the user leaves it, not.
 *
 * @param given the token in the address
 * @returns an empty text if there is none
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
    // On back navigation the browser shows the page with a token that may have been removed since.
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) setKept(readLinkToken(pathname));
    };
    addEventListener("pageshow", onPageShow);
    return () => removeEventListener("pageshow", onPageShow);
  }, [pathname]);
  useEffect(() => forgetLinkToken, []);
  return given ?? kept;
}
