import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseEnv } from "node:util";
import { createUploads } from "../packages/api/src/host/uploads.ts";
import { createDatabase } from "../packages/db/src/connection/client.ts";
import { migrateDatabase } from "../packages/db/src/connection/migrate.ts";
import { startEmbedded } from "../packages/db/src/embedded/embedded.ts";
import { StartError } from "../packages/db/src/start-error.ts";
import { toDayNumber, todayIn } from "../packages/domain/src/base/day.ts";
import { buildProduct } from "./build-product.ts";
import { seedBlog } from "./demo/blog.ts";
import { seedBoard } from "./demo/board.ts";
import { demoAdmin, demoPassword, demoPeople } from "./demo/people.ts";
import { seedDemo } from "./demo/seed.ts";
import { seedStatistics } from "./demo/statistics.ts";
import { root } from "./run-program.ts";

try {
  await demo();
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  console.error(error.message);
  process.exit(1);
}

/**
 * Builds the product and writes the demo data. Then bootstrap.mjs runs the supervisor. bootstrap.mjs also sets
 * DATA_DIR, so that the demo does not use the DATA_DIR of `.env`, which may contain real data.
 */
async function demo(): Promise<void> {
  refuseDatabaseUrl();
  const dataDirectory = resolve(root, process.env.DATA_DIR ?? ".data-demo");
  await buildProduct();
  // This file is written after the data, so that an interrupted first demo starts again.
  const mark = join(dataDirectory, "demo-data");
  if (!existsSync(mark)) {
    console.log("Writing a year of demo data …");
    await seed(dataDirectory);
    writeFileSync(mark, "");
  }
  const names = [...demoPeople.map((person) => person.username), demoAdmin];
  console.log(`Log in as ${names.join(", ")}, each with the password ${demoPassword}`);
}

async function seed(dataDirectory: string): Promise<void> {
  const database = await startEmbedded({ dataDirectory });
  try {
    await migrateDatabase(database.ownerUrl);
    const { sql, db } = createDatabase(database.ownerUrl, { max: 1 });
    try {
      const today = toDayNumber(todayIn(Date.now(), Intl.DateTimeFormat().resolvedOptions().timeZone));
      await seedDemo(db, today);
      await seedBlog(db, createUploads(join(dataDirectory, "uploads")), today);
      await seedBoard(db, today);
      await seedStatistics(db, Date.now());
    } finally {
      await sql.end();
    }
  } finally {
    await database.stop();
  }
}

function refuseDatabaseUrl(): void {
  const file = join(root, ".env");
  const fromFile = existsSync(file) ? parseEnv(readFileSync(file, "utf8")).DATABASE_URL : undefined;
  if (process.env.DATABASE_URL || fromFile) {
    throw new StartError(
      "The demo uses its own embedded database: remove DATABASE_URL from the environment and from .env first.",
    );
  }
}
