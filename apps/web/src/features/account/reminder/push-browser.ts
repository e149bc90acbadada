import { apiOf } from "../../../lib/api.tsx";
import type { App } from "../../../lib/app.ts";

/**
 * How notifications stand in this browser: it has none; it has them once the page is an app of the home screen (iOS);
 * the person refused them; off; on.
 */
export type PushState = "unsupported" | "install" | "denied" | "off" | "on";

/** Why notifications could not be turned on although the person wants them. */
export class PushUnavailable extends Error {
  override readonly name = "PushUnavailable";
}

/** Who turned notifications on here: after a log-out they come back with that person alone. */
const wantedKey = "pushWanted";
/** The address that the server was last told. */
const toldKey = "pushTold";
/** A page without a service worker would wait for one for ever. */
const workerMs = 10_000;

type Client = ReturnType<typeof apiOf>["client"];

/** @param isListed whether the server knows this browser as one that shows notifications */
export async function readPush(isListed: boolean): Promise<PushState> {
  const support = pushSupport();
  if (support !== "ready") return support;
  if (Notification.permission === "denied") return "denied";
  if (Notification.permission !== "granted" || !isListed) return "off";
  const subscription = await (await worker())?.pushManager.getSubscription();
  return subscription ? "on" : "off";
}

/**
 * Asks the person, then the browser, then the server. Only for a press: browsers hold a question that comes by itself
 * against the page, and some never ask it.
 *
 * @returns how notifications stand now
 * @throws PushUnavailable where the browser cannot; what the API refuses
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

/** @param listedId the number under which the server lists this browser, where it does */
export async function turnPushOff(client: Client, listedId: number | undefined): Promise<void> {
  localStorage.removeItem(wantedKey);
  localStorage.removeItem(toldKey);
  const subscription = await (await worker())?.pushManager.getSubscription();
  await subscription?.unsubscribe();
  if (listedId !== undefined) await client.push.delete.mutate({ id: listedId });
}

/**
 * Has a browser whose person had notifications on keep showing them: after a log-in, with another key of the server, or
 * where the browser has given itself another address. What somebody else left behind here goes.
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
  // Safari on iOS shows notifications of apps on the home screen alone.
  const isIos = /iP(hone|ad|od)/.test(navigator.userAgent) || (isMac() && navigator.maxTouchPoints > 1);
  return isIos && !matchMedia("(display-mode: standalone)").matches ? "install" : "unsupported";
}

/** As an iPad says that it is. */
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
  // Another person's address must not show this one's habits to whoever reads that list, nor the reverse.
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
