import { isIP, SocketAddress } from "node:net";
import { siteNetworkOf } from "@daymark/auth/client/address";
import type { FastifyRequest } from "fastify";
import { memoize } from "./memoize.ts";

/**
 * Of the client, or of the last proxy that is not trusted. A proxy may write `unknown` or another name in place of an address
 * (RFC 7239 6.2, 6.3); then it is the address of the connection, because clients could have as many names as they like.
 */
export function addressOf(request: FastifyRequest): string {
  return plainAddress(request.ip ?? "") || plainAddress(request.socket.remoteAddress ?? "");
}

/** By which the bounds of memory, connections, queues and turns tell clients apart. Rate limits count narrower networks, too. */
export function clientNetworkOf(request: FastifyRequest): string {
  return siteNetworkOfAddress(addressOf(request));
}

const siteNetworkOfAddress = memoize(siteNetworkOf);

/** `192.0.2.1:80`, `[2001:db8::1]:80` or `[2001:db8::1]` (RFC 7239 6). */
const addressAndPort = /^(?:\[([^[\]]+)\]|([^:]+))(?::\d+)?$/;

/**
 * Removes the port that some proxies write after an address, because each connection of a client has another one. Writes an
 * IPv4 address as such, even where it came over IPv6 (RFC 4291 2.5.5.2).
 *
 * @returns the empty text where the given one is no address
 */
export const plainAddress = memoize((text: string): string => {
  const [, bracketed, unbracketed] = addressAndPort.exec(text) ?? [];
  const address = bracketed ?? unbracketed ?? text;
  const version = isIP(address);
  if (version !== 6) return version === 4 ? address : "";
  // Node accepts an IPv4-mapped address in each form and case, and writes it in one.
  const [withoutZone = ""] = address.split("%");
  const written = new SocketAddress({ address: withoutZone, family: "ipv6" }).address;
  const mapped = written.startsWith("::ffff:") ? written.slice("::ffff:".length) : "";
  return isIP(mapped) === 4 ? mapped : address;
});
