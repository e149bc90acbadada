import { isIP, SocketAddress } from "node:net";
import { siteNetworkOf } from "@daymark/auth/client/address";
import type { FastifyRequest } from "fastify";
import { memoize } from "./memoize.ts";

/**
 * The address of the client, or of the last untrusted proxy. A proxy may write `unknown` or another name in place of an
 * address (RFC 7239 6.2, 6.3). Then this is the address of the connection, because a client could otherwise have any
 * number of names.
 */
export function addressOf(request: FastifyRequest): string {
  return plainAddress(request.ip ?? "") || plainAddress(request.socket.remoteAddress ?? "");
}

/**
 * The network by which the bounds of memory, connections, queues and turns tell clients apart. Rate limits also count
 * narrower networks.
 */
export function clientNetworkOf(request: FastifyRequest): string {
  return siteNetworkOfAddress(addressOf(request));
}

const siteNetworkOfAddress = memoize(siteNetworkOf);

/** `192.0.2.1:80`, `[2001:db8::1]:80` or `[2001:db8::1]` (RFC 7239 6). */
const addressAndPort = /^(?:\[([^[\]]+)\]|([^:]+))(?::\d+)?$/;

/**
 * Removes the port that some proxies append to an address, because each connection of a client has another port. Writes
 * an IPv4 address as IPv4, even if it came over IPv6 (RFC 4291 2.5.5.2).
 *
 * @returns an empty string if the text is not an address
 */
export const plainAddress = memoize((text: string): string => {
  const [, bracketed, unbracketed] = addressAndPort.exec(text) ?? [];
  const address = bracketed ?? unbracketed ?? text;
  const version = isIP(address);
  if (version !== 6) return version === 4 ? address : "";
  // Node accepts an IPv4-mapped address in every notation and normalizes it.
  const [withoutZone = ""] = address.split("%");
  const written = new SocketAddress({ address: withoutZone, family: "ipv6" }).address;
  const mapped = written.startsWith("::ffff:") ? written.slice("::ffff:".length) : "";
  return isIP(mapped) === 4 ? mapped : address;
});
