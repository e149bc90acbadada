import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbedded } from "@daymark/db/embedded/embedded";

/** Starts a PostgreSQL that no other test uses, for tests that create roles or end it. */
export async function startOwnDatabase() {
  const directory = mkdtempSync(join(tmpdir(), "daymark-database-"));
  // The user of the database process must be able to enter its folder in this directory.
  chmodSync(directory, 0o711);
  const { superuserUrl, stop } = await startEmbedded({ dataDirectory: directory });
  return {
    superuserUrl,
    /** Also deletes the data. */
    async stop(): Promise<void> {
      await stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
