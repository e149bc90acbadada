import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createDatabase } from "../connection/client.ts";
import { keepConnection } from "../connection/dedicated-connection.ts";
import { createQueuePool } from "../connection/job-queue.ts";
import { migrateDatabase } from "../connection/migrate.ts";
import { hasOpenssl, startTlsServer } from "../testing-tls.ts";

describe.skipIf(!hasOpenssl)("a PostgreSQL server that requires TLS and has its own certificate authority", () => {
  let server: Awaited<ReturnType<typeof startTlsServer>>;
  beforeAll(async () => {
    server = await startTlsServer();
  }, 60_000);
  afterAll(() => server?.stop());

  const read = "select ssl from pg_stat_ssl where pid = pg_backend_pid()";

  /** What both drivers make of an address: whether the connection has TLS, or the code of the error. */
  async function connectBoth(url: string): Promise<unknown[]> {
    const { sql } = createDatabase(url, { max: 1 });
    const pool = createQueuePool(url, { max: 1 });
    const results = await Promise.all([
      sql.unsafe(read).then(
        (rows) => rows[0]?.ssl,
        (error) => error.code,
      ),
      pool.query(read).then(
        ({ rows }) => rows[0]?.ssl,
        (error) => error.code,
      ),
    ]);
    await Promise.all([sql.end(), pool.end()]);
    return results;
  }
  const both = (result: unknown) => [result, result];

  test("both drivers accept the right authority, and refuse another authority or a wrong host name", async () => {
    const { authority, stranger, urlOf } = server;
    expect(await connectBoth(urlOf(`sslmode=verify-full&sslrootcert=${authority}`))).toEqual(both(true));
    expect(await connectBoth(urlOf(`sslmode=verify-full&sslrootcert=${stranger}`))).toEqual(
      both("UNABLE_TO_VERIFY_LEAF_SIGNATURE"),
    );
    expect(await connectBoth(urlOf("sslmode=verify-full"))).toEqual(both("UNABLE_TO_VERIFY_LEAF_SIGNATURE"));
    const byAddress = { host: "127.0.0.1" };
    expect(await connectBoth(urlOf(`sslmode=verify-full&sslrootcert=${authority}`, byAddress))).toEqual(
      both("ERR_TLS_CERT_ALTNAME_INVALID"),
    );
    expect(await connectBoth(urlOf(`sslmode=verify-ca&sslrootcert=${authority}`, byAddress))).toEqual(both(true));
  });

  test("both drivers encrypt without verification in the modes where libpq does, and the server refuses plain connections", async () => {
    const { authority, stranger, urlOf } = server;
    for (const mode of ["require", "prefer", "allow", "no-verify"]) {
      expect(await connectBoth(urlOf(`sslmode=${mode}`)), mode).toEqual(both(true));
    }
    expect(await connectBoth(urlOf(`sslmode=require&sslrootcert=${stranger}`))).toEqual(
      both("UNABLE_TO_VERIFY_LEAF_SIGNATURE"),
    );
    expect(await connectBoth(urlOf(`sslrootcert=${authority}`))).toEqual(both(true));
    expect(await connectBoth(urlOf("sslmode=disable"))).toEqual(both("28000"));
    expect(await connectBoth(urlOf(""))).toEqual(both("28000"));
  });

  test("with several hosts, the driver verifies the host that it connects to", async () => {
    const { authority, stranger, port } = server;
    const url = (file: string) =>
      `postgres://daymark@localhost:1,localhost:${port}/postgres?target_session_attrs=read-write&sslmode=verify-full&sslrootcert=${file}`;
    expect(await connectBoth(url(authority))).toEqual(both(true));
    expect(await connectBoth(url(stranger))).not.toContain(true);
  });

  test("migrations and a LISTEN connection also use TLS", async () => {
    const url = server.urlOf(`sslmode=verify-full&sslrootcert=${server.authority}`);
    await migrateDatabase(url);
    const notices: string[] = [];
    const listening = keepConnection(url, "test", {
      hold: (sql) => sql`listen news`,
      onNotice: (payload) => notices.push(payload),
    });
    await listening.held;
    await listening.notify("news", ["Їжак"]);
    await vi.waitFor(() => expect(notices).toEqual(["Їжак"]));
    await listening.close();
  });
});
