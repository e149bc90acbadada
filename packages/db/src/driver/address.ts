import { readFileSync } from "node:fs";
import { type ConnectionOptions, checkServerIdentity } from "node:tls";

export interface Host {
  host: string;
  port: number;
}

/** An address of PostgreSQL. Both drivers connect by it in the same way. */
export interface Address {
  /** With the first host only, and without the options that this module reads. */
  url: string;
  /** More than one if the primary has to be found among them: see primary.ts. */
  hosts: Host[];
  /** Undefined for a connection without TLS, and if the address leaves TLS to the driver (`ssl=true`). */
  ssl: ConnectionOptions | undefined;
}

const portDefault = 5432;
/** As libpq has them, and `no-verify`, which the queue's driver has as another name of `require`. */
const modes = ["disable", "allow", "prefer", "require", "no-verify", "verify-ca", "verify-full"] as const;
const options = ["sslmode", "sslrootcert", "sslcert", "sslkey", "target_session_attrs"] as const;

/**
 * Reads an address in the form of libpq. The drivers read TLS options in two different ways, and none follows a primary
 * among several hosts, so this module reads these parts for them.
 *
 * - `allow` and `prefer` encrypt, as `require` does: there is no second try without TLS.
 * - `require` verifies the certificate's chain only if `sslrootcert` is given, as in libpq.
 * - `verify-ca` and `verify-full` without `sslrootcert` trust the authorities of Node, which `NODE_EXTRA_CA_CERTS`
 *   extends.
 *
 * @throws Error with the end of a sentence that begins with the name of the variable
 */
export function readAddress(url: string): Address {
  const [, start, list = "", end] = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]+)(.*)$/.exec(url) ?? [];
  const hosts = list.split(",").map(readHost);
  const first = URL.parse(`${start}${list.split(",")[0]}${end}`);
  if (!first || hosts.some((host) => host === null)) {
    throw new Error("must be an address such as postgres://name:password@host:5432/database");
  }
  const given = Object.fromEntries(options.map((name) => [name, first.searchParams.get(name) ?? undefined]));
  const target = given.target_session_attrs;
  if (target !== undefined && target !== "read-write" && target !== "primary") {
    throw new Error("may have only read-write or primary as target_session_attrs");
  }
  if (hosts.length > 1 && target === undefined) {
    throw new Error(
      "names several hosts: add target_session_attrs=read-write, so that the one that takes writes is found",
    );
  }
  const known = hosts as Host[];
  const isPlain = Object.values(given).every((value) => value === undefined);
  for (const name of options) first.searchParams.delete(name);
  // What needs no change reaches the driver as the operator wrote it.
  return { url: isPlain ? url : first.href, hosts: known, ssl: readTls(given, known) };
}

function readHost(text: string): Host | null {
  const [, bracketed, plain, port] = /^(?:\[([\da-fA-F:.]+)\]|([^:[\]]+))(?::(\d{1,5}))?$/.exec(text) ?? [];
  const host = bracketed ?? plain;
  return host === undefined ? null : { host: decodeURIComponent(host), port: Number(port ?? portDefault) };
}

function readTls(given: Record<string, string | undefined>, hosts: Host[]): ConnectionOptions | undefined {
  const { sslmode: mode, sslrootcert, sslcert, sslkey } = given;
  if (mode === undefined && sslrootcert === undefined) return undefined;
  if (mode !== undefined && !modes.some((known) => known === mode)) {
    throw new Error(`must have one of ${modes.join(", ")} as sslmode`);
  }
  if (mode === "disable") return undefined;
  const isSystem = sslrootcert === "system";
  const isChainVerified = /^verify-/.test(mode ?? "") || sslrootcert !== undefined;
  const isHostVerified = mode === "verify-full" || isSystem;
  return {
    ...(sslrootcert !== undefined && !isSystem && { ca: readPem("sslrootcert", sslrootcert) }),
    ...(sslcert !== undefined && { cert: readPem("sslcert", sslcert) }),
    ...(sslkey !== undefined && { key: readPem("sslkey", sslkey) }),
    rejectUnauthorized: isChainVerified,
    // If the address is an IP address or names several hosts, Node would compare the certificate with another name.
    checkServerIdentity: (_, certificate) => {
      if (!isHostVerified) return undefined;
      const errors = hosts.map(({ host }) => checkServerIdentity(host, certificate));
      return errors.includes(undefined) ? undefined : errors[0];
    },
  };
}

function readPem(name: string, path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? ` (${error.code})` : "";
    throw new Error(`names a file as ${name} that cannot be read${code}: ${path}`);
  }
}
