import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { isIP } from "node:net";
import { readAddress } from "@daymark/db/driver/address";
import { fieldError } from "@daymark/domain/base/validation";
import { fieldErrorMessage } from "@daymark/i18n/field-messages";
import { i18nFor } from "@daymark/i18n/server";
import * as z from "zod/mini";
import { parseUploadsUrl } from "./uploads-url.ts";

/*
 * The kinds of values that variables have. Each error message follows the variable's name. It is in English, like
 * everything that operators read.
 */

export interface NamedLink {
  name: string;
  url: string;
}

export const webProtocols = ["https:", "http:"];
/** The protocols of payment links that wallets open: BIP 21, ERC 681, and Monero's own. */
export const coinProtocols = ["bitcoin:", "ethereum:", "monero:"];

/** @param says the error message for a value that does not match */
export function text(pattern: RegExp, says: string) {
  return z.string().check(z.regex(pattern, { error: says }));
}

/** One of a fixed list. */
export function choice<const Values extends readonly string[]>(values: Values) {
  return z.enum(values, { error: `must be one of ${values.join(", ")}` });
}

/** A whole number, its bounds included. */
export function integer(min: number, max: number) {
  const says = `must be a whole number from ${min} to ${max}`;
  return z.pipe(
    z.string().check(z.regex(/^\d{1,9}$/, { error: says })),
    z.pipe(z.transform(Number), z.number().check(z.gte(min, { error: says }), z.lte(max, { error: says }))),
  );
}

/** An address. `isGood` gets null if the value is not an address. */
export function refined(isGood: (url: URL | null) => boolean, { says }: { says: string }) {
  return z.string().check(z.refine((value) => isGood(URL.parse(value)), { error: says }));
}

/** http is allowed only on this machine, because requests to the provider contain a client secret. */
export function providerUrl() {
  return refined((url) => url?.protocol === "https:" || (url?.protocol === "http:" && isThisMachine(url)), {
    says: "must be an https address, or one of this machine",
  });
}

/** True if connections to the address do not leave this machine. */
export function isThisMachine({ hostname }: URL): boolean {
  return /^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname);
}

/** The path of a file with certificates in PEM; the value is its content. */
export function certificateFile() {
  return z.pipe(
    z.string(),
    z.transform((path, context) => {
      try {
        const content = readFileSync(path, "utf8");
        // Throws unless the first one is a certificate.
        new X509Certificate(content);
        return content;
      } catch {
        context.issues.push({ code: "custom", input: "", message: "must be the path of a certificate in PEM" });
        return z.NEVER;
      }
    }),
  );
}

/** An address of PostgreSQL, in the form that libpq reads. */
export function postgresUrl() {
  return z.string().check((payload) => {
    try {
      readAddress(payload.value);
    } catch (error) {
      payload.issues.push({ code: "custom", input: "", message: (error as Error).message });
    }
  });
}

/** A bucket of S3. */
export function uploadsUrl() {
  return z.pipe(
    z.string(),
    z.transform((value, context) => {
      const parsed = parseUploadsUrl(value);
      if (typeof parsed !== "string") return parsed;
      context.issues.push({ code: "custom", input: "", message: parsed });
      return z.NEVER;
    }),
  );
}

/** An admin is a user like any other, so the rules and messages of registration apply. */
export function account(rules: z.ZodMiniType<string, string>) {
  return z.string().check((payload) => {
    const result = rules.safeParse(payload.value);
    const issue = result.error?.issues[0];
    if (!issue) return;
    const sentence = fieldErrorMessage(i18nFor("en"), fieldError(issue, payload.value));
    payload.issues.push({ code: "custom", input: "", message: `is refused: ${sentence.replace(/\.$/, "")}` });
  });
}

/** A comma-separated list. `parse` returns null for an invalid item. */
export function list<Item>(parse: (item: string) => Item | null, says: string) {
  return z.pipe(
    z.string(),
    z.transform((value, context) => {
      const items: Item[] = [];
      for (const part of value.split(",").filter((part) => part.trim() !== "")) {
        const item = parse(part.trim());
        if (item === null) {
          context.issues.push({ code: "custom", input: "", message: says });
          return z.NEVER;
        }
        items.push(item);
      }
      return items;
    }),
  );
}

/**
 * Parses an address, or a network in CIDR notation (RFC 4632), IPv4 or IPv6. It refuses a prefix of 0, which means
 * everyone.
 */
export function parseNetwork(item: string): string | null {
  const [address = "", prefix = "1", ...rest] = item.split("/");
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return rest.length === 0 && /^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= bits ? item : null;
}

/** Parses the origin of a web page (RFC 6454 6.2), or `*` for every origin. */
export function parseOrigin(item: string): string | null {
  const url = URL.parse(item);
  const isOrigin = url !== null && webProtocols.includes(url.protocol) && url.origin === item;
  return isOrigin || item === "*" ? item : null;
}

/** Parses an address, or a name and an address. The host is the name of an address without one. */
export function parseLink(protocols: readonly string[]) {
  return (item: string): NamedLink | null => {
    const [, name, address = ""] = /^(?:([^=:]+)=)?(.+)$/.exec(item) ?? [];
    const url = URL.parse(address);
    if (!url || !protocols.includes(url.protocol)) return null;
    return { name: name?.trim() || url.hostname.replace(/^www\./, "") || url.protocol.slice(0, -1), url: url.href };
  };
}
