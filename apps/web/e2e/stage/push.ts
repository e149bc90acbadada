import { createECDH, randomBytes } from "node:crypto";
import type { Page } from "playwright-core";

/** The user's answer to the browser's permission prompt. */
export type Answer = "granted" | "denied";

/**
 * Fakes the two parts of push that a headless browser lacks, since it has no push service and denies notifications: the
 * permission prompt, and the subscription of a push service. Everything between them is the product's code.
 *
 * @param options.answer the user's answer, which the browser remembers
 * @param options.isAsked whether the user has given it before
 */
export async function fakePush(
  page: Page,
  { answer, isAsked = false }: { answer: Answer; isAsked?: boolean },
): Promise<void> {
  const keys = {
    p256dh: createECDH("prime256v1").generateKeys().toString("base64url"),
    auth: randomBytes(16).toString("base64url"),
  };
  await page.context().addInitScript(
    ({ answer, isAsked, keys }) => {
      const stored = (name: string) => localStorage.getItem(`stand-in ${name}`);
      const keep = (name: string, value: string) => localStorage.setItem(`stand-in ${name}`, value);
      if (isAsked) keep("permission", answer);
      Object.defineProperty(Notification, "permission", { get: () => stored("permission") ?? "default" });
      Notification.requestPermission = async () => {
        keep("asked", String(Number(stored("asked") ?? 0) + 1));
        keep("permission", answer);
        return answer;
      };
      const subscriptionOf = (text: string | null): PushSubscription | null => {
        if (text === null) return null;
        const { endpoint, key } = JSON.parse(text) as { endpoint: string; key: number[] };
        return {
          endpoint,
          expirationTime: null,
          options: { userVisibleOnly: true, applicationServerKey: new Uint8Array(key).buffer },
          getKey: () => null,
          toJSON: () => ({ endpoint, expirationTime: null, keys }),
          unsubscribe: async () => {
            localStorage.removeItem("stand-in subscription");
            return true;
          },
        };
      };
      PushManager.prototype.getSubscription = async () => subscriptionOf(stored("subscription"));
      PushManager.prototype.subscribe = async (options) => {
        const name = crypto.randomUUID();
        const endpoint = `https://updates.push.services.mozilla.com/wpush/v2/${name}`;
        const key = [...new Uint8Array(options?.applicationServerKey as Uint8Array<ArrayBuffer>)];
        keep("subscription", JSON.stringify({ endpoint, key }));
        const made = subscriptionOf(stored("subscription"));
        if (!made) throw new Error("no subscription was stored");
        return made;
      };
    },
    { answer, isAsked, keys },
  );
}

/** Waits until the service worker is installed. A page that turns on notifications waits for it ten seconds at most. */
export async function untilWorkerReady(page: Page): Promise<void> {
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
}

/** How often the browser asked the user, and the endpoint of its current subscription. */
export function readPush(page: Page): Promise<{ asked: number; endpoint: string | null }> {
  return page.evaluate(() => {
    const subscription = localStorage.getItem("stand-in subscription");
    return {
      asked: Number(localStorage.getItem("stand-in asked") ?? 0),
      endpoint: subscription && (JSON.parse(subscription).endpoint as string),
    };
  });
}
