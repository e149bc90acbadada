import { useSyncExternalStore } from "react";
import { useApp } from "../../../lib/app.ts";
import { pageConnection } from "../../../lib/network/connection.ts";
import { offlineOf } from "./offline.ts";
import { OfflineMark } from "./offline-mark.tsx";
import { type WaitingItem, waitingKinds } from "./outbox/waiting.ts";
import { TroubleCard } from "./trouble-card.tsx";

/** All changes in this browser that wait to be sent or decided. */
function useItems(): ReadonlyMap<string, WaitingItem> {
  const offline = offlineOf(useApp());
  return useSyncExternalStore(offline.subscribe, () => offline.items);
}

function useIsReachable(): boolean {
  return useSyncExternalStore(pageConnection.subscribe, () => pageConnection.isReachable);
}

/** Shows that there is no connection, how old the page is, and how many changes wait; announced when it changes. */
export function OfflineStatus() {
  const offline = offlineOf(useApp());
  const { waiting } = waitingKinds(useItems());
  const isReachable = useIsReachable();
  // Until then the page does not work without a network, and shows itself what it could not load.
  const isShown = useSyncExternalStore(offline.subscribe, () => offline.work !== null);
  return (
    // Empty, it takes no gap either.
    <span role="status" className="inline-flex min-w-0 empty:-ml-3">
      {isShown && (!isReachable || waiting.length > 0) ? (
        <OfflineMark isReachable={isReachable} waiting={waiting.length} />
      ) : null}
    </span>
  );
}

/** Changes that need a decision of the user, with the choices. */
export function OfflineTroubles() {
  const { troubles } = waitingKinds(useItems());
  const outbox = offlineOf(useApp()).work?.outbox;
  return outbox && troubles.length > 0 ? <TroubleCard outbox={outbox} troubles={troubles} /> : null;
}
