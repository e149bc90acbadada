import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createDatabase } from "@daymark/db/connection/client";
import { users } from "@daymark/db/schema/user";
import type { Plan } from "@daymark/domain/account/plan";
import { eq } from "drizzle-orm";

/**
 * Gives a user a plan, on the embedded database of a running product: no operation does that yet. The server caches a
 * caller for seconds, so the test calls it before the first call that depends on the plan.
 *
 * @param dataDirectory the product's `DATA_DIR`
 */
export async function givePlan(dataDirectory: string, username: string, plan: Plan): Promise<void> {
  const directory = join(dataDirectory, "postgres");
  const password = readFileSync(join(directory, "daymark.password"), "utf8").trim();
  // The fourth line of PostgreSQL's postmaster.pid is the port.
  const port = Number(readFileSync(join(directory, "postmaster.pid"), "utf8").split("\n")[3]);
  const { sql, db } = createDatabase(`postgres://daymark:${password}@127.0.0.1:${port}/daymark`, { max: 1 });
  try {
    const given = await db.update(users).set({ plan }).where(eq(users.username, username)).returning({ id: users.id });
    if (given.length !== 1) throw new Error(`nobody is called ${username}`);
  } finally {
    await sql.end();
  }
}
