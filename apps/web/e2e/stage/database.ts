import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import postgres, { type Sql } from "postgres";
import type { Stage } from "./stage.ts";
import type { User } from "./user.ts";

/** Does what only an operator can: in the product's own database. */
export async function inDatabase<T>({ mailDirectory }: Pick<Stage, "mailDirectory">, work: (sql: Sql) => Promise<T>) {
  const sql = connect(mailDirectory);
  try {
    return await work(sql);
  } finally {
    await sql.end();
  }
}

/** E2E_DATABASE_URL is the database of the run's product; a test may start another product with an embedded one. */
function connect(mailDirectory: string): Sql {
  const { E2E_DATABASE_URL: url, E2E_MAIL_DIRECTORY: mailDirectoryOfUrl } = process.env;
  if (url && mailDirectory === mailDirectoryOfUrl) return postgres(url, { max: 1 });
  const directory = join(dirname(mailDirectory), "postgres");
  const password = readFileSync(join(directory, "daymark.password"), "utf8").trim();
  // The fourth line of the lock file is the port (PostgreSQL, src/include/utils/pidfile.h).
  const port = Number(readFileSync(join(directory, "postmaster.pid"), "utf8").split("\n")[3]);
  return postgres({ host: "127.0.0.1", port, username: "daymark", password, database: "daymark", max: 1 });
}

/** The run's, or one of a test's own. */
type Installation = Pick<Stage, "createUser" | "mailDirectory">;

/** Someone whose address is verified, before they have asked for anything. */
export async function createReader(stage: Installation): Promise<User> {
  const user = await stage.createUser();
  await inDatabase(stage, (sql) => sql`update users set email_verified = true where username = ${user.username}`);
  return user;
}

/** An admin. */
export async function createAdmin(stage: Installation): Promise<User> {
  const user = await createReader(stage);
  await inDatabase(stage, (sql) => sql`update users set is_staff = true where username = ${user.username}`);
  return user;
}
