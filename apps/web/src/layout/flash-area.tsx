import { type ComponentType, useEffect, useState, useSyncExternalStore } from "react";
import { hasFlash, subscribeToFlash } from "../lib/messages/flash.ts";

/** Messages on top of the main area. What shows them is fetched with the first one, or again with the next. */
export function FlashArea() {
  const isNeeded = useSyncExternalStore(subscribeToFlash, hasFlash, () => false);
  const [Toaster, setToaster] = useState<ComponentType>();
  useEffect(() => {
    if (Toaster || !isNeeded) return;
    const fetchToaster = () =>
      void import("../lib/messages/flash-toaster.tsx").then(
        (part) => setToaster(() => part.default),
        // The page is worth more than its messages: they wait.
        () => {},
      );
    fetchToaster();
    return subscribeToFlash(fetchToaster);
  }, [isNeeded, Toaster]);
  return Toaster ? <Toaster /> : null;
}
