import { useSite } from "./app.ts";
import type { Site } from "./page/site.ts";

/** They have names even where they are not configured, because accounts may still be linked to them. */
const ownLabels = new Map([
  ["google", "Google"],
  ["facebook", "Facebook"],
  ["proxy", "Proxy"],
]);

/** Returns the function that gives the name of a provider for users, even of one that is not offered any more. */
export function useProviderLabel() {
  const { providers } = useSite();
  return (provider: string) =>
    providers.find(({ name }) => name === provider)?.label ?? ownLabels.get(provider) ?? provider;
}

/** Whether a provider of this name may send a browser back to this site. */
export function isKnownProvider({ providers }: Site, provider: string): boolean {
  return ownLabels.has(provider) || providers.some(({ name }) => name === provider);
}
