import { deviceTypes, type networks } from "@daymark/domain/account/session";
import Bowser from "bowser";
import { isbot } from "isbot";

/** The client that sent a request. */
export interface Client {
  /** The client's address, as the configured trusted proxies report it. */
  address: string;
  /** The header; empty if the request has none. */
  userAgent: string;
  /** The location of the address in readable form; null or absent if unknown. */
  location?: string | null;
  network?: (typeof networks)[number];
}

/** The features by which a user recognises a log-in. Empty if the client does not send them. */
export interface Device {
  device_type: (typeof deviceTypes)[number];
  os: string;
  browser: string;
  is_automated: boolean;
}

/** No browser sends a longer one. */
const userAgentLengthMax = 1024;
const nameLengthMax = 64;

/**
 * The device that a User-Agent header describes. The client can send any text: it is good for a list, not for a
 * decision.
 *
 * @param userAgent the header, empty if the request has none
 */
export function deviceOf(userAgent: string): Device {
  const text = userAgent.slice(0, userAgentLengthMax);
  // Bowser refuses an empty text. Only scripts send none.
  if (text.trim() === "") return { device_type: "PC", os: "", browser: "", is_automated: true };
  const { platform, os, browser } = Bowser.parse(text);
  return {
    device_type: deviceTypes.find((type) => type.toLowerCase() === platform.type) ?? "PC",
    os: name(os.name),
    // A script is identified by the product that it names first (RFC 9110 10.1.5).
    browser: name(browser.name || /^[^\s/()]+(?=\/)/.exec(text)?.[0]),
    is_automated: isbot(text),
  };
}

/** Limits the characters and the length of a name: the parser may return any part of the header. */
function name(text: string | undefined): string {
  return (text ?? "").replaceAll(/[^\p{L}\p{N} .+/_-]/gu, "").slice(0, nameLengthMax);
}
