import { createDatabase, idleSecondsMax } from "@daymark/db/connection/client";
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
    throw error instanceof StartError ? error : unreachable(name, error);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/**
 * Whether the database accepts connections that set `idle_in_transaction_session_timeout`. PgBouncer refuses unknown
 * settings; it has `idle_transaction_timeout` (docs/scale.md).
 *
 * @param name the variable that holds the address
 * @throws StartError if it cannot be reached
 */
export async function acceptsIdleTimeout(url: string, name: "DATABASE_URL"): Promise<boolean> {
  const { sql } = createDatabase(url, { max: 1, prepare: false, idleInTransactionSeconds: idleSecondsMax.shortWork });
  try {
    await sql`select`;
    return true;
  } catch (error) {
    // PgBouncer has the code 08P01 also for other errors, such as a timeout. Only this one names the parameter.
    if (error instanceof Error && error.message.includes("idle_in_transaction_session_timeout")) return false;
    throw unreachable(name, error);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

function unreachable(name: "DATABASE_URL" | "DATABASE_DIRECT_URL", error: unknown): StartError {
  // The driver's message may contain the address with its password. Its code does not.
  const code = error instanceof Error && "code" in error ? ` (${error.code})` : "";
  // The codes of OpenSSL and Node for certificates that are unknown, expired or of another host.
  if (/CERT|SIGNATURE|ISSUER/.test(code)) {
    return new StartError(
      `${name} names a server whose certificate is not trusted${code}: give its authority as sslrootcert or in NODE_EXTRA_CA_CERTS, and the host as in the certificate.`,
    );
  }
  return new StartError(
    `${name} names a database that cannot be reached${code}: check that it is running and that the password is right.`,
  );
}
