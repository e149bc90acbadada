import { pageDayZone } from "../preferences/day-zone.ts";
import type { SessionEnd } from "../session/session.ts";
import { forgetCommentDrafts } from "./comment-drafts.ts";
import { forgetCreations } from "./creation-keys.ts";
import { dropStore } from "./indexed-table.ts";
import { forgetRequestDrafts } from "./request-drafts.ts";
import { forgetWritings } from "./writing-drafts.ts";

/** Names of one user's databases in this browser: what they saw, and what could not be sent yet. */
export const seenStore = (userId: string) => `daymark-seen-${userId}`;
export const waitingStore = (userId: string) => `daymark-waiting-${userId}`;

/** Local storage key: the number of unsent changes and their owner, as "7 3". Readable before other code is loaded. */
const countKey = "waiting";

/** Local storage key: days whose requests were running when a page of this user was hidden or closed. */
export const underwayKey = (userId: string) => `underway_${userId}`;

/** Local storage key: a user's running timer, as ids and instants. It survives a log-out, so it holds no text. */
export const timerKey = (userId: string) => `timer_${userId}`;

/** Local storage key: the commands run last, by the ids of habits. */
export const recentCommandsKey = "recentCommands";

/** The number of a user's unsent changes in this browser. */
export function waitingCount(userId: string | null): number {
  const [owner, count] = (localStorage.getItem(countKey) ?? "").split(" ");
  return owner === userId && userId !== null ? Number(count) || 0 : 0;
}

export function rememberWaitingCount(userId: string, count: number): void {
  if (count > 0) localStorage.setItem(countKey, `${userId} ${count}`);
  else if (waitingCount(userId) > 0) localStorage.removeItem(countKey);
}

/** True if the user ended the session: then none of their changes wait to be sent. */
export function isOverForGood(ended: SessionEnd | null): boolean {
  return ended === "logged_out" || ended === "deleted";
}

/**
 * Removes what a session leaves behind, so that the next user does not see it. Unsent changes stay if the user did not
 * end the session, and are theirs again at the next log-in.
 */
export async function forgetPerson(userId: string, ended: SessionEnd | null): Promise<void> {
  const isOver = isOverForGood(ended);
  if (isOver) {
    rememberWaitingCount(userId, 0);
    localStorage.removeItem(underwayKey(userId));
  }
  if (ended === "deleted") localStorage.removeItem(timerKey(userId));
  await Promise.allSettled([
    isOver && forgetWords(),
    dropStore(seenStore(userId)),
    ...(isOver ? [dropStore(waitingStore(userId))] : []),
    removeWorker(),
  ]);
}

/**
 * Removes what other users saw in this browser. A log-in over another user's session ends no session, so nothing has
 * removed it. Unsent changes of those users stay until they return.
 */
export async function dropSeenOfOthers(userId: string): Promise<void> {
  const names = (await indexedDB.databases()).map(({ name = "" }) => name);
  const others = names.filter((name) => name.startsWith(seenStore("")) && name !== seenStore(userId));
  await Promise.all(others.map(dropStore));
}

/** The look of the dashboard stays with the browser. Group names, filters and a traveler's home zone do not. */
async function forgetWords(): Promise<void> {
  localStorage.removeItem(recentCommandsKey);
  pageDayZone().forget();
  forgetCommentDrafts();
  forgetRequestDrafts();
  forgetWritings();
  forgetCreations();
  const { browserPreferences } = await import("../preferences/preferences.ts");
  browserPreferences().forgetNames();
}

/** Removes the service worker, its caches and its push messages from this browser: the next log-in starts clean. */
async function removeWorker(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration("/");
  if (!registration) return;
  registration.active?.postMessage({ kind: "forget" });
  await dropPush(registration).catch(() => {});
  await registration.unregister();
  // A running request may have added to a cache until then.
  await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
}

/** Notification titles contain the user's own text, and the next user would read them. */
async function dropPush(registration: ServiceWorkerRegistration): Promise<void> {
  for (const notice of await registration.getNotifications()) notice.close();
  const subscription = await registration.pushManager?.getSubscription();
  // The push service may be slow or unreachable. The server has already dropped the subscription with the session.
  void subscription?.unsubscribe().catch(() => {});
}
