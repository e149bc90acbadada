import { createECDH, randomBytes } from "node:crypto";
import type { Page } from "playwright-core";

/** What a person answers to the question of a browser, and what it said before. */
export type Answer = "granted" | "denied";

/**
 * A browser without a window has no push service and refuses notifications, so its two ends are stood in for: the
 * question to the person, and the subscription that a push service would give. All between them is the product's.
 *
 * @param options.answer what the person will say; it stays said, as in a browser
 * @param options.isAsked whether they have said so before
 */
export async function standInForPush(
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
        if (!made) throw new Error("nothing was stored");
        return made;
      };
    },
    { answer, isAsked, keys },
  );
}

/** The service worker is installed: a page that is to turn notifications on waits for it ten seconds at most. */
export async function untilWorkerReady(page: Page): Promise<void> {
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
}

/** How often the person was asked, and what the browser is subscribed to now. */
export function readPush(page: Page): Promise<{ asked: number; endpoint: string | null }> {
  return page.evaluate(() => {
    const subscription = localStorage.getItem("stand-in subscription");
    return {
      asked: Number(localStorage.getItem("stand-in asked") ?? 0),
      endpoint: subscription && (JSON.parse(subscription).endpoint as string),
    };
  });
}
