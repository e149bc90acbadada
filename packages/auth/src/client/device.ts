import { deviceTypes, type networks } from "@daymark/domain/account/session";
import Bowser from "bowser";
import { isbot } from "isbot";

/** Where a request came from. */
export interface Client {
  /** As far as the configured proxies are believed. */
  address: string;
  /** The header, empty where there is none. */
  userAgent: string;
  /** Where the address is, as a person would say it; null or absent where nothing is known. */
  location?: string | null;
  network?: (typeof networks)[number];
}

/** What a person recognises a log-in by. Empty where the client does not say. */
export interface Device {
  device_type: (typeof deviceTypes)[number];
  os: string;
  browser: string;
  is_automated: boolean;
}

/** Nothing longer is a browser's. */
const userAgentLengthMax = 1024;
const nameLengthMax = 64;

/**
 * What a User-Agent header tells of the device. It is the client's own word: good for a list, not for a decision.
 *
 * @param userAgent the header, empty where there is none
 */
export function deviceOf(userAgent: string): Device {
  const text = userAgent.slice(0, userAgentLengthMax);
  // Bowser refuses an empty text; who sends none is a script.
  if (text.trim() === "") return { device_type: "PC", os: "", browser: "", is_automated: true };
  const { platform, os, browser } = Bowser.parse(text);
  return {
    device_type: deviceTypes.find((type) => type.toLowerCase() === platform.type) ?? "PC",
    os: name(os.name),
    // A script is known by the product it names first (RFC 9110 10.1.5).
    browser: name(browser.name || /^[^\s/()]+(?=\/)/.exec(text)?.[0]),
    is_automated: isbot(text),
  };
}

/** A name may be any part of the header, where the parser knows no better. */
function name(text: string | undefined): string {
  return (text ?? "").replaceAll(/[^\p{L}\p{N} .+/_-]/gu, "").slice(0, nameLengthMax);
}
