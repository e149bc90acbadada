import { createUploads } from "@daymark/api/host/uploads";
import { noLimits } from "@daymark/auth/limits/rate-limit";
import { createDatabase } from "@daymark/db/connection/client";
import { startWorker } from "./jobs/worker.ts";

// Runs a worker as a separate process, for tests that kill it.
const [connectionString = "", smtpUrl = "", secretKey = ""] = process.argv.slice(2);
const quiet = { info: () => {}, warn: () => {}, error: console.error };
const { db } = createDatabase(connectionString);
await startWorker({
  connectionString,
  db,
  longWorkDb: db,
  limits: noLimits,
  config: {
    secretKey,
    publicUrl: "",
    contactEmail: "operator@example.com",
    mailFrom: "Daymark <no-reply@localhost>",
    smtpUrl,
    mailDirectory: "",
  },
  pageCache: { invalidate: () => {} },
  uploads: createUploads(""),
  logs: { worker: quiet, mail: quiet },
});
console.log("started");
