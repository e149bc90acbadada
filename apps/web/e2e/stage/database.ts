import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import postgres, { type Sql } from "postgres";
import type { Stage } from "./stage.ts";
import type { User } from "./user.ts";

/** Runs SQL in the product's database, for changes that only an operator can make. */
export async function inDatabase<T>({ mailDirectory }: Pick<Stage, "mailDirectory">, work: (sql: Sql) => Promise<T>) {
  const sql = connect(mailDirectory);
  try {
    return await work(sql);
  } finally {
    await sql.end();
  }
}

/**
 * `E2E_DATABASE_URL` is the database of the run's product. A test may start another product, which has an embedded
 * database.
 */
function connect(mailDirectory: string): Sql {
  const { E2E_DATABASE_URL: url, E2E_MAIL_DIRECTORY: mailDirectoryOfUrl } = process.env;
  if (url && mailDirectory === mailDirectoryOfUrl) return postgres(url, { max: 1 });
  const directory = join(dirname(mailDirectory), "postgres");
  const password = readFileSync(join(directory, "daymark.password"), "utf8").trim();
  // The fourth line of the lock file is the port (PostgreSQL, src/include/utils/pidfile.h).
  const port = Number(readFileSync(join(directory, "postmaster.pid"), "utf8").split("\n")[3]);
  return postgres({ host: "127.0.0.1", port, username: "daymark", password, database: "daymark", max: 1 });
}

/** The product of the run, or one that a test started. */
type Installation = Pick<Stage, "createUser" | "mailDirectory">;

/** Creates a user with a verified address. */
export async function createReader(stage: Installation): Promise<User> {
  const user = await stage.createUser();
  await inDatabase(stage, (sql) => sql`update users set email_verified = true where username = ${user.username}`);
  return user;
}

/** Creates an admin. */
export async function createAdmin(stage: Installation): Promise<User> {
  const user = await createReader(stage);
  await inDatabase(stage, (sql) => sql`update users set is_staff = true where username = ${user.username}`);
  return user;
}
