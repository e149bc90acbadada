import { useSyncExternalStore } from "react";
import { useApp } from "../../../lib/app.ts";
import { pageConnection } from "../../../lib/network/connection.ts";
import { offlineOf } from "./offline.ts";
import { OfflineMark } from "./offline-mark.tsx";
import { TroubleCard } from "./trouble-card.tsx";
import { type WaitingItem, waitingKinds } from "./waiting.ts";

/** All that waits to be sent or decided in this browser. */
function useItems(): ReadonlyMap<string, WaitingItem> {
  const offline = offlineOf(useApp());
  return useSyncExternalStore(offline.subscribe, () => offline.items);
}

function useIsReachable(): boolean {
  return useSyncExternalStore(pageConnection.subscribe, () => pageConnection.isReachable);
}

/** Says that there is no connection, how old the page is, and how much waits to be saved; read out as it changes. */
export function OfflineStatus() {
  const offline = offlineOf(useApp());
  const { waiting } = waitingKinds(useItems());
  const isReachable = useIsReachable();
  // Before that the page cannot work without a network, and says itself what it could not load.
  const isShown = useSyncExternalStore(offline.subscribe, () => offline.work !== null);
  return (
    <span role="status" className="inline-flex">
      {isShown && (!isReachable || waiting.length > 0) ? (
        <OfflineMark isReachable={isReachable} waiting={waiting.length} />
      ) : null}
    </span>
  );
}

/** What could not simply be saved, with what there is to choose from. */
export function OfflineTroubles() {
  const { troubles } = waitingKinds(useItems());
  const outbox = offlineOf(useApp()).work?.outbox;
  return outbox && troubles.length > 0 ? <TroubleCard outbox={outbox} troubles={troubles} /> : null;
}
