import { lazy, Suspense, useSyncExternalStore } from "react";
import { hasFlash, subscribeToFlash } from "../lib/flash.ts";

const FlashToaster = lazy(() => import("./flash-toaster.tsx"));

/** Messages on top of the main area. What shows them is fetched with the first one. */
export function FlashArea() {
  const isNeeded = useSyncExternalStore(subscribeToFlash, hasFlash, () => false);
  return isNeeded ? (
    <Suspense>
      <FlashToaster />
    </Suspense>
  ) : null;
}
