/** The part of Cloudflare's script that we use. */
interface Turnstile {
  render(container: HTMLElement, options: Record<string, unknown>): string;
  remove(widget: string): void;
}

const scriptUrl = "https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit";

let loading: Promise<Turnstile> | undefined;

/** Called only if the operator has chosen Turnstile: no other page loads a third-party script. */
function load(): Promise<Turnstile> {
  loading ??= new Promise<Turnstile>((resolve, reject) => {
    const script = document.createElement("script");
    script.async = true;
    script.src = scriptUrl;
    script.addEventListener("load", () => {
      const { turnstile } = globalThis as { turnstile?: Turnstile };
      if (turnstile) resolve(turnstile);
      else reject(new Error("Turnstile did not start"));
    });
    script.addEventListener("error", () => {
      loading = undefined;
      script.remove();
      reject(new Error("Turnstile could not be fetched"));
    });
    document.head.append(script);
  });
  return loading;
}

/**
 * Runs Turnstile's check of the visitor.
 *
 * @param container the element for its widget, if it needs a click
 * @returns the token that the server checks
 */
export async function solveTurnstile(siteKey: string, container: HTMLElement, action: string): Promise<string> {
  const turnstile = await load();
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const widget = turnstile.render(container, {
    sitekey: siteKey,
    action,
    appearance: "interaction-only",
    callback: resolve,
    "error-callback": () => reject(new Error("Turnstile failed")),
  });
  return promise.finally(() => turnstile.remove(widget));
}
