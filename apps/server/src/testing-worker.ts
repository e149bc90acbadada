import { createDatabase } from "@daymark/db/connection/client";
import { testWorkerOptions } from "./jobs/testing.ts";
import { startWorker } from "./jobs/worker.ts";

// This file runs as a separate process, so that tests can kill the worker.
const [url = "", smtpUrl = "", secretKey = ""] = process.argv.slice(2);
const log = { info: () => {}, warn: () => {}, error: console.error };
const { db } = createDatabase(url);
await startWorker({
  ...testWorkerOptions({ database: { db, url }, secretKey, publicUrl: "", smtpUrl, outgoingNetworks: ["127.0.0.1"] }),
  logs: { worker: log, mail: log },
});
console.log("started");
