import { createRemoteJWKSet, customFetch } from "jose";
import { requestProvider } from "./provider-request.ts";

export type ProviderKeys = ReturnType<typeof createRemoteJWKSet>;

/** The public keys of a provider, which jose caches (RFC 7517 5). Each request is bounded in time and size. */
export function createProviderKeys(url: string, timeoutMilliseconds: number): ProviderKeys {
  return createRemoteJWKSet(new URL(url), {
    // The request below has its own timeout; this one only has to be longer.
    timeoutDuration: timeoutMilliseconds * 2,
    [customFetch]: async (address) => {
      const { status, text } = await requestProvider(address, {}, timeoutMilliseconds);
      return new Response(text, { status });
    },
  });
}
