import { type ComponentType, useEffect, useState, useSyncExternalStore } from "react";
import { hasFlash, subscribeToFlash } from "../lib/messages/flash.ts";

/**
 * Messages on top of the main area. The code that shows them is fetched with the first message; if that fails, the next
 * message fetches it again.
 */
export function FlashArea() {
  const isNeeded = useSyncExternalStore(subscribeToFlash, hasFlash, () => false);
  const [Toaster, setToaster] = useState<ComponentType>();
  useEffect(() => {
    if (Toaster || !isNeeded) return;
    const fetchToaster = () =>
      void import("../lib/messages/flash-toaster.tsx").then(
        (part) => setToaster(() => part.default),
        // A failed fetch must not break the page; the messages wait.
        () => {},
      );
    fetchToaster();
    return subscribeToFlash(fetchToaster);
  }, [isNeeded, Toaster]);
  return Toaster ? <Toaster /> : null;
}
