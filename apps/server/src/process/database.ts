import { createDatabase, idleInTransactionSeconds } from "@daymark/db/connection/client";
import { StartError } from "@daymark/db/start-error";

/** PostgreSQL's `server_version_num`. */
const versionMin = 150_000;

/**
 * Checks that the operator's database can be used, before anything changes it.
 *
 * @param name the variable that holds the address
 * @returns the role that the address connects as
 * @throws StartError
 */
export async function assertDatabase(
  url: string,
  name: "DATABASE_URL" | "DATABASE_DIRECT_URL",
): Promise<{ role: string }> {
  const { sql } = createDatabase(url, { max: 1, prepare: false });
  try {
    const [row] = await sql<{ version: number; encoding: string; role: string }[]>`
      select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding,
        current_user as role`;
    if (!row || row.version < versionMin) {
      throw new StartError(`${name} names a PostgreSQL that is too old: Daymark needs version 15 or newer.`);
    }
    if (row.encoding !== "UTF8") {
      throw new StartError(`${name} names a database in ${row.encoding}: create one with the encoding UTF8.`);
    }
    return { role: row.role };
  } catch (error) {
    if (error instanceof StartError) throw error;
    // The driver's message may contain the address with its password. Its code does not.
    const code = error instanceof Error && "code" in error ? ` (${error.code})` : "";
    // The codes of OpenSSL and Node for certificates that are unknown, expired or of another host.
    if (/CERT|SIGNATURE|ISSUER/.test(code)) {
      throw new StartError(
        `${name} names a server whose certificate is not trusted${code}: give its authority as sslrootcert or in NODE_EXTRA_CA_CERTS, and the host as in the certificate.`,
      );
    }
    throw new StartError(
      `${name} names a database that cannot be reached${code}: check that it is running and that the password is right.`,
    );
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/**
 * Whether connections to a database that is usable without may begin with `idle_in_transaction_session_timeout`. PgBouncer
 * refuses settings that it does not know. It has `idle_transaction_timeout` instead (docs/scale.md).
 */
export async function takesSettings(url: string): Promise<boolean> {
  const { sql } = createDatabase(url, {
    max: 1,
    prepare: false,
    idleInTransactionSeconds: idleInTransactionSeconds.shortWork,
  });
  try {
    await sql`select`;
    return true;
  } catch {
    return false;
  } finally {
    await sql.end({ timeout: 1 });
  }
}
