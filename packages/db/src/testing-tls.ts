import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import postgres from "postgres";
import { findDatabaseUser } from "./embedded/database-user.ts";
import { findPrograms } from "./embedded/postmaster.ts";
import { startTestServer } from "./testing-server.ts";

/** Node cannot create certificates. */
export const hasOpenssl = spawnSync("openssl", ["version"]).status === 0;

/** Creates an authority and a certificate that it signed for one host name. @returns their files */
export function createCertificate(directory: string, name: string, host: string) {
  const at = (file: string) => join(directory, `${name}-${file}`);
  const run = (...args: string[]) => execFileSync("openssl", args, { stdio: "pipe" });
  const files = { authority: at("ca.pem"), certificate: at("cert.pem"), key: at("key.pem") };
  const newKey = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  run(
    ...["req", "-x509", ...newKey, "-keyout", at("ca-key.pem"), "-out", files.authority, "-days", "2"],
    ...["-subj", `/CN=Authority ${name}`],
  );
  run("req", ...newKey, "-keyout", files.key, "-out", at("request.pem"), "-subj", `/CN=${host}`);
  writeFileSync(at("extensions"), `subjectAltName=DNS:${host}\n`);
  run(
    ...[
      "x509",
      "-req",
      "-in",
      at("request.pem"),
      "-CA",
      files.authority,
      "-CAkey",
      at("ca-key.pem"),
      "-CAcreateserial",
    ],
    ...["-out", files.certificate, "-days", "2", "-extfile", at("extensions")],
  );
  return files;
}

/** Starts a PostgreSQL that refuses connections without TLS. Its certificate is valid for `localhost` only. */
export async function startTlsServer() {
  const root = mkdtempSync(join(tmpdir(), "daymark-tls-"));
  // PostgreSQL refuses to run as root.
  chmodSync(root, 0o711);
  const { authority, certificate, key } = createCertificate(root, "good", "localhost");
  const stranger = createCertificate(root, "strange", "localhost").authority;
  const { ids } = findDatabaseUser(join(root, "data"));
  if (ids.uid !== undefined && ids.gid !== undefined) {
    for (const file of [certificate, key]) chownSync(file, ids.uid, ids.gid);
  }
  const server = await startTestServer(dirname(findPrograms().postgres), join(root, "data"), {
    ssl: "on",
    ssl_cert_file: certificate,
    ssl_key_file: key,
    fsync: "off",
  });
  const sql = postgres(server.url, { max: 1 });
  writeFileSync(join(root, "data/pg_hba.conf"), "hostssl all all all trust\n");
  await sql`select pg_reload_conf()`;
  await sql.end();
  return {
    /** @param query the options in the address */
    urlOf: (query: string, { host = "localhost", database = "postgres" } = {}) =>
      `postgres://daymark@${host}:${server.port}/${database}?${query}`,
    port: server.port,
    authority,
    /** An authority that did not sign the server's certificate. */
    stranger,
    stop: async () => {
      await server.kill();
      rmSync(root, { recursive: true, force: true });
    },
  };
}
