import { apiOf } from "../../../lib/api.tsx";
import type { App } from "../../../lib/app.ts";

/**
 * Notifications in this browser: it does not support them; it supports them once the page is on the home screen (iOS);
 * the user denied them; off; on.
 */
export type PushState = "unsupported" | "install" | "denied" | "off" | "on";

/** Why notifications could not be turned on although the user wants them. */
export class PushUnavailable extends Error {
  override readonly name = "PushUnavailable";
}

/** Local storage key: the user who turned notifications on here. After a log-out they resume only for that user. */
const wantedKey = "pushWanted";
/** Local storage key: the push address last sent to the server. */
const toldKey = "pushTold";
/** Without a service worker a page would wait for one forever. */
const workerMs = 10_000;

type Client = ReturnType<typeof apiOf>["client"];

/** @param isListed whether the server has a push subscription of this browser */
export async function readPush(isListed: boolean): Promise<PushState> {
  const support = pushSupport();
  if (support !== "ready") return support;
  if (Notification.permission === "denied") return "denied";
  if (Notification.permission !== "granted" || !isListed) return "off";
  const subscription = await (await worker())?.pushManager.getSubscription();
  return subscription ? "on" : "off";
}

/**
 * Asks the user, then the browser, then the server. Call it only on a click: browsers penalize a page for an unexpected
 * permission prompt, and some never show it.
 *
 * @returns the new state of notifications
 * @throws PushUnavailable if the browser cannot subscribe; the error of the API if it refuses
 */
export async function turnPushOn(client: Client, userId: string): Promise<PushState> {
  const support = pushSupport();
  if (support !== "ready") return support;
  const permission = await Notification.requestPermission();
  if (permission !== "granted") return permission === "denied" ? "denied" : "off";
  const { key } = await client.push.key.query({});
  await tell(client, await subscribe(key, userId));
  localStorage.setItem(wantedKey, userId);
  return "on";
}

/** @param listedId the id under which the server lists this browser, if it does */
export async function turnPushOff(client: Client, listedId: number | undefined): Promise<void> {
  localStorage.removeItem(wantedKey);
  localStorage.removeItem(toldKey);
  const subscription = await (await worker())?.pushManager.getSubscription();
  await subscription?.unsubscribe();
  if (listedId !== undefined) await client.push.delete.mutate({ id: listedId });
}

/**
 * Keeps notifications working for a user who had them on: after a log-in, with another key of the server, or if the
 * browser has changed its push address. It removes the subscription of another user.
 */
export async function keepPush(app: App): Promise<void> {
  const userId = app.browser?.session.userId;
  if (!userId || pushSupport() !== "ready" || Notification.permission !== "granted") return;
  if (localStorage.getItem(wantedKey) !== userId) {
    const left = await (await worker())?.pushManager.getSubscription();
    await left?.unsubscribe();
    return;
  }
  const { client } = apiOf(app);
  const [{ key }, { results }] = await Promise.all([client.push.key.query({}), client.push.list.query({})]);
  const subscription = await subscribe(key, userId);
  const isTold = localStorage.getItem(toldKey) === subscription.endpoint;
  if (!isTold || !results.some(({ is_current }) => is_current)) await tell(client, subscription);
}

function pushSupport(): "ready" | "unsupported" | "install" {
  const isThere = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
  if (isThere) return "ready";
  // Safari on iOS shows notifications only of apps on the home screen.
  const isIos = /iP(hone|ad|od)/.test(navigator.userAgent) || (isMac() && navigator.maxTouchPoints > 1);
  return isIos && !matchMedia("(display-mode: standalone)").matches ? "install" : "unsupported";
}

/** An iPad also identifies itself as a Mac. */
function isMac(): boolean {
  return navigator.userAgent.includes("Macintosh");
}

async function worker(): Promise<ServiceWorkerRegistration | undefined> {
  const registration = await navigator.serviceWorker.getRegistration("/");
  if (!registration?.active) return registration;
  return navigator.serviceWorker.ready;
}

async function activeWorker(): Promise<ServiceWorkerRegistration> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new PushUnavailable("no service worker")), workerMs);
  });
  return Promise.race([navigator.serviceWorker.ready, late]).finally(() => clearTimeout(timer));
}

async function subscribe(key: string, userId: string): Promise<PushSubscription> {
  const { pushManager } = await activeWorker();
  const existing = await pushManager.getSubscription();
  // A subscription of another user must not receive this user's habits, nor the reverse.
  const isOwn = localStorage.getItem(wantedKey) === userId;
  if (existing && isOwn && isKey(existing.options.applicationServerKey, key)) return existing;
  await existing?.unsubscribe();
  try {
    return await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(key) });
  } catch (error) {
    throw new PushUnavailable(error instanceof Error ? error.message : "no subscription");
  }
}

async function tell(client: Client, subscription: PushSubscription): Promise<void> {
  const { endpoint, keys = {} } = subscription.toJSON();
  const { p256dh = "", auth = "" } = keys;
  await client.push.subscribe.mutate({ endpoint: endpoint ?? "", keys: { p256dh, auth } });
  localStorage.setItem(toldKey, subscription.endpoint);
}

function isKey(given: ArrayBuffer | null, key: string): boolean {
  if (!given) return false;
  const [bytes, expected] = [new Uint8Array(given), bytesOf(key)];
  return bytes.length === expected.length && bytes.every((byte, index) => byte === expected[index]);
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}
