import { useEffect, useSyncExternalStore } from "react";
import { useApp } from "../../lib/app.ts";
import { pageConnection } from "../../lib/connection.ts";
import { late } from "../../lib/late.tsx";
import { offlineOf } from "./offline.ts";
import { OfflineMark } from "./offline-mark.tsx";
import { type WaitingItem, waitingKinds } from "./waiting.ts";

const TroubleCard = late(
  () => import("./trouble-card.tsx"),
  () => true,
);

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
  const app = useApp();
  const { languages } = app;
  const offline = offlineOf(app);
  const { waiting } = waitingKinds(useItems());
  const isReachable = useIsReachable();
  // Before that the page cannot work without a network, and says itself what it could not load.
  const isShown = useSyncExternalStore(offline.subscribe, () => offline.work !== null);
  useEffect(() => {
    // It has to be here, with the words of codes, before others fail that share files with it: browsers remember that.
    if (isShown) void TroubleCard.fetchPart(languages).catch(() => {});
  }, [isShown, languages]);
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
