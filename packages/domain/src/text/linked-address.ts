import { parseWebAddress } from "./web-address.ts";

/** True for an absolute http or https address (WHATWG URL), with a host and without a name or password in it. */
export function isWebAddress(text: string): boolean {
  const url = parseWebAddress(text);
  return url !== null && url.username === "" && url.password === "" && url.hostname !== "";
}
