import type { SessionEnd } from "../session/session.ts";
import { forgetCommentDrafts } from "./comment-drafts.ts";
import { dropStore } from "./indexed-table.ts";
import { forgetRequestDrafts } from "./request-drafts.ts";
import { forgetWritings } from "./writing-drafts.ts";

/** Names of what is kept of one person in this browser: what they saw, and what could not be sent yet. */
export const seenStore = (userId: string) => `daymark-seen-${userId}`;
export const waitingStore = (userId: string) => `daymark-waiting-${userId}`;

/** How much waits, and whose it is: "7 3". In the local storage, where it is known before anything else is loaded. */
const countKey = "waiting";

/** Of the local storage: the running timer of a person, in ids and moments. It outlives a log-out, so it has no words. */
export const timerKey = (userId: string) => `timer_${userId}`;

/** Which commands were run last, by the ids of habits. */
export const recentCommandsKey = "recentCommands";

/** How much of a person's waits to be sent from this browser. */
export function waitingCount(userId: string | null): number {
  const [owner, count] = (localStorage.getItem(countKey) ?? "").split(" ");
  return owner === userId && userId !== null ? Number(count) || 0 : 0;
}

export function rememberWaitingCount(userId: string, count: number): void {
  if (count > 0) localStorage.setItem(countKey, `${userId} ${count}`);
  else if (waitingCount(userId) > 0) localStorage.removeItem(countKey);
}

/** True for a session that its owner ended: nothing waits for them then. */
export function isOverForGood(ended: SessionEnd | null): boolean {
  return ended === "logged_out" || ended === "deleted";
}

/**
 * Removes what a session leaves behind: what one person saw is not kept for the next. What they recorded and nobody has
 * yet stays where they did not end the session themselves, and is theirs again when they are back.
 */
export async function forgetPerson(userId: string, ended: SessionEnd | null): Promise<void> {
  const isOver = isOverForGood(ended);
  if (isOver) rememberWaitingCount(userId, 0);
  if (ended === "deleted") localStorage.removeItem(timerKey(userId));
  await Promise.allSettled([
    isOver && forgetWords(),
    dropStore(seenStore(userId)),
    ...(isOver ? [dropStore(waitingStore(userId))] : []),
    removeWorker(),
  ]);
}

/**
 * Removes what other people saw in this browser. A log-in over the session of another person ends no session, so nothing has
 * removed it. What those people recorded and have not sent stays until they are back.
 */
export async function dropSeenOfOthers(userId: string): Promise<void> {
  const names = (await indexedDB.databases()).map(({ name = "" }) => name);
  const others = names.filter((name) => name.startsWith(seenStore("")) && name !== seenStore(userId));
  await Promise.all(others.map(dropStore));
}

/** How the dashboard looks stays with the browser; the names of groups in that, and what was filtered by, do not. */
async function forgetWords(): Promise<void> {
  localStorage.removeItem(recentCommandsKey);
  forgetCommentDrafts();
  forgetRequestDrafts();
  forgetWritings();
  const { browserPreferences } = await import("../preferences/preferences.ts");
  browserPreferences().forgetNames();
}

/** Takes the service worker, all it kept and its push messages out of this browser: the next log-in begins anew. */
async function removeWorker(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration("/");
  if (!registration) return;
  registration.active?.postMessage({ kind: "forget" });
  await dropPush(registration).catch(() => {});
  await registration.unregister();
  // It may have been about to keep something.
  await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
}

/** Their titles are a person's own words, and the next one reads them too. */
async function dropPush(registration: ServiceWorkerRegistration): Promise<void> {
  for (const notice of await registration.getNotifications()) notice.close();
  const subscription = await registration.pushManager?.getSubscription();
  // The push service may be long in answering, or not be there; the server has dropped the browser with its session.
  void subscription?.unsubscribe().catch(() => {});
}
