import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { rootCertificates } from "node:tls";
import { expect, test } from "vitest";
import { readAddress } from "./address.ts";

test("an address without parameters for this module reaches the driver unchanged", () => {
  for (const url of [
    "postgres://me:p%40ss@db.example.org/daymark?application_name=x",
    "postgresql://me:p@ss@localhost:5433/daymark",
    "postgres://me@[::1]:5433/daymark",
    "postgres://db/daymark?ssl=true",
  ]) {
    expect(readAddress(url)).toMatchObject({ url, ssl: undefined });
  }
  expect(readAddress("postgres://me@[::1]:5433/daymark").hosts).toEqual([{ host: "::1", port: 5433 }]);
});

test("several hosts are parsed with their ports, and the driver gets the first", () => {
  const { url, hosts } = readAddress("postgres://me:secret@one:5433,two/daymark?target_session_attrs=read-write");
  expect(url).toBe("postgres://me:secret@one:5433/daymark");
  expect(hosts).toEqual([
    { host: "one", port: 5433 },
    { host: "two", port: 5432 },
  ]);
});

test.each([
  ["postgres://one,two/daymark", /^names several hosts: add target_session_attrs=read-write/],
  ["postgres://one,two/daymark?target_session_attrs=any", /^may have only read-write or primary/],
  ["postgres://one:x/daymark", /^must be an address such as/],
  ["postgres://one,/daymark?target_session_attrs=primary", /^must be an address such as/],
  ["mysql://one/daymark", /^must be an address such as/],
  ["postgres://one/daymark?sslmode=full", /^must have one of disable, .*verify-full as sslmode$/],
  [
    "postgres://one/daymark?sslrootcert=/nowhere/ca.pem",
    /^names a file as sslrootcert .*\(ENOENT\): \/nowhere\/ca.pem$/,
  ],
])("the address %s is refused", (url, says) => {
  expect(() => readAddress(url)).toThrow(says);
});

test("each sslmode verifies what libpq verifies", () => {
  const directory = mkdtempSync(join(tmpdir(), "daymark-address-"));
  const file = join(directory, "ca.pem");
  const [authority = ""] = rootCertificates;
  writeFileSync(file, authority);
  const read = (query: string) => readAddress(`postgres://one/daymark?${query}`);
  for (const mode of ["allow", "prefer", "require", "no-verify"]) {
    expect(read(`sslmode=${mode}`)).toMatchObject({
      url: "postgres://one/daymark",
      ssl: { rejectUnauthorized: false },
    });
  }
  const strange = { subject: { CN: "other" }, subjectaltname: "DNS:other" } as never;
  for (const query of ["sslmode=verify-ca", `sslmode=require&sslrootcert=${file}`, `sslrootcert=${file}`]) {
    const { ssl } = read(query);
    expect(ssl?.rejectUnauthorized).toBe(true);
    expect(ssl?.checkServerIdentity?.("", strange)).toBeUndefined();
  }
  for (const query of ["sslmode=verify-full", `sslmode=verify-full&sslrootcert=${file}`, "sslrootcert=system"]) {
    const { ssl } = read(query);
    expect(ssl?.rejectUnauthorized).toBe(true);
    expect(ssl?.checkServerIdentity?.("", strange)).toMatchObject({ code: "ERR_TLS_CERT_ALTNAME_INVALID" });
  }
  expect(read(`sslmode=verify-full&sslrootcert=${file}`).ssl?.ca).toBe(authority);
  expect(read("sslmode=disable").ssl).toBeUndefined();
  rmSync(directory, { recursive: true });
});
