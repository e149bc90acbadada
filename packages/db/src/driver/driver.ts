import postgres from "postgres";
import { readAddress } from "./address.ts";
import { openPrimarySocket } from "./primary.ts";

/**
 * Opens a client of postgres.js. Its connections use TLS as the address says, and go to the primary if the address names
 * several hosts.
 *
 * @param url see {@link readAddress}
 */
export function openDriver<Types extends Record<string, postgres.PostgresType>>(
  url: string,
  options: postgres.Options<Types>,
) {
  const address = readAddress(url);
  return postgres(address.url, {
    ...options,
    ...(address.ssl && { ssl: address.ssl }),
    // postgres.js documents this option, but its types do not have it.
    ...(address.hosts.length > 1 && { socket: () => openPrimarySocket(address) }),
  });
}
