import { msg } from "@lingui/core/macro";
import type { App } from "./app.ts";
import { flash } from "./messages/flash.ts";
import { entryPath } from "./page/deferred-scripts.ts";
import { trustScript } from "./page/trusted-script.ts";

/** An open page checks for a newer version when the user returns to it, but not more often than this. */
const updateMs = 60 * 60_000;
/** A worker that understands the question answers within a few milliseconds. */
const answerMs = 2000;

/**
 * Registers the service worker, which caches this version for use without a network, and reports a newer version. The
 * user decides when to leave a page of the old version: it is never reloaded while they work.
 */
export async function registerWorker({ languages }: Pick<App, "languages">): Promise<void> {
  const workers = navigator.serviceWorker;
  if (!workers) return;
  const registration = await workers.register(trustScript("/service-worker.js"), {
    scope: "/",
    updateViaCache: "none",
  });
  const tellLanguage = () => registration.active?.postMessage({ kind: "language", language: languages.current });
  languages.i18n.on("change", tellLanguage);
  void workers.ready.then(({ active }) => {
    active?.postMessage({ kind: "fill" });
    tellLanguage();
  });

  const follow = (worker: ServiceWorker | null) => {
    if (!worker) return;
    const look = () => {
      if (worker.state === "installed") void offer(worker, languages);
      if (worker.state === "activated") tellLanguage();
    };
    worker.addEventListener("statechange", look);
    look();
  };
  follow(registration.waiting);
  follow(registration.installing);
  registration.addEventListener("updatefound", () => follow(registration.installing));

  let lookedMs = Date.now();
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState !== "visible" || Date.now() - lookedMs < updateMs) return;
    lookedMs = Date.now();
    // Without a network the page checks again the next time.
    registration.update().catch(() => {});
  });
}

/** A worker of another version waits until the pages of the old one are closed. */
async function offer(worker: ServiceWorker, languages: App["languages"]): Promise<void> {
  // The very first worker replaces none, so it does not wait.
  if (!navigator.serviceWorker.controller) return;
  const takeOver = () => worker.postMessage({ kind: "take-over" });
  // This page came from the network and already belongs to the new version, so the user is not asked.
  if (await isOwnVersion(worker)) return takeOver();
  const { i18n } = languages;
  flash({
    id: "new-version",
    text: i18n._(msg`A new version of Daymark is ready.`),
    timeoutMs: 0,
    action: {
      label: i18n._(msg`Reload`),
      onAction: () => {
        navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
        takeOver();
      },
    },
  });
}

function isOwnVersion(worker: ServiceWorker): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }: MessageEvent<unknown>) => resolve(data === true);
  setTimeout(() => resolve(false), answerMs);
  worker.postMessage({ kind: "is-yours", script: entryPath() }, [port2]);
  return promise.finally(() => port1.close());
}
