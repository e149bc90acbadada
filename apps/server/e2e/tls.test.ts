import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { createDatabase } from "@daymark/db/connection/client";
import { hasOpenssl, startTlsServer } from "@daymark/db/testing-tls";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createPlace, runCommand } from "./product.ts";

describe.skipIf(!hasOpenssl)("a PostgreSQL server that requires TLS and has its own certificate authority", () => {
  const place = createPlace();
  const secret = { SECRET_KEY: randomBytes(32).toString("hex") };
  let server: Awaited<ReturnType<typeof startTlsServer>>;
  beforeAll(async () => {
    server = await startTlsServer();
  }, 60_000);
  afterAll(async () => {
    await place.remove();
    await server?.stop();
  });

  test("another authority, no authority or a wrong host fails the start with one message", async () => {
    const urls = {
      UNABLE_TO_VERIFY_LEAF_SIGNATURE: [
        server.urlOf(`sslmode=verify-full&sslrootcert=${server.stranger}`),
        server.urlOf("sslmode=verify-full"),
      ],
      ERR_TLS_CERT_ALTNAME_INVALID: [
        server.urlOf(`sslmode=verify-full&sslrootcert=${server.authority}`, { host: "127.0.0.1" }),
      ],
    };
    for (const [code, each] of Object.entries(urls)) {
      for (const DATABASE_URL of each) {
        const refused = await place.launch({ DATABASE_URL, ...secret }).ended;
        expect(refused).toMatchObject({
          code: 1,
          errors: `DATABASE_URL names a server whose certificate is not trusted (${code}): give its authority as sslrootcert or in NODE_EXTRA_CA_CERTS, and the host as in the certificate.\n`,
        });
      }
    }
  });

  test.each(["sslrootcert", "NODE_EXTRA_CA_CERTS"])(
    "with the authority in %s every connection of the server and its commands is verified and encrypted",
    async (by) => {
      const database = `by_${by.toLowerCase()}`;
      const { sql } = createDatabase(server.urlOf("sslmode=require"), { max: 1 });
      await sql.unsafe(`create database ${database}`);
      const isInAddress = by === "sslrootcert";
      const query = `sslmode=verify-full${isInAddress ? `&sslrootcert=${server.authority}` : ""}`;
      const variables = {
        DATABASE_URL: server.urlOf(query, { database }),
        ...secret,
        ...(!isInAddress && { NODE_EXTRA_CA_CERTS: server.authority }),
      };
      const product = await place.start(variables);
      const { token, username } = await product.createPerson();
      // The mail proves that the job queue and its LISTEN connection work.
      while (!place.read("mail/*.eml").includes(`${username}@example.com`)) await sleep(20);
      expect((await product.call("POST", "/api/notes/", { token, body: { text: "Їжак" } })).status).toBe(201);
      const connections = await sql`
        select application_name as name, bool_and(ssl) as ssl from pg_stat_activity join pg_stat_ssl using (pid)
        where datname = ${database} group by 1 order by 1`;
      expect(connections.every(({ ssl }) => ssl === true)).toBe(true);
      expect(connections.map(({ name }) => name)).toEqual(
        expect.arrayContaining(["daymark", "daymark queue", "daymark worker"]),
      );
      const made = await runCommand(place.directory, "backup", [], { variables });
      expect(made).toMatchObject({ code: 0, errors: "" });
      expect(await product.stop()).toMatchObject({ code: 0, errors: "" });
      const archive = /^(\S+\.tar\.gz): /m.exec(made.output)?.[1] as string;
      const restored = await runCommand(place.directory, "restore", [archive, "--force"], { variables });
      expect(restored).toMatchObject({ code: 0, errors: "" });
      await sql.end();
    },
  );
});
