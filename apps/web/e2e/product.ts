import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startProcess } from "./server-process.ts";

/** The built product on its own embedded PostgreSQL, in a folder that goes with it. */
export interface Product {
  url: string;
  /** Where each mail is a file. */
  mailDirectory: string;
  /** As an operator does: SIGTERM, then started again on the same data and the same port. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

const entry = fileURLToPath(new URL("../../server/dist/main.js", import.meta.url));

export async function startProduct(): Promise<Product> {
  const root = mkdtempSync(join(tmpdir(), "daymark-e2e-"));
  // PostgreSQL refuses root and then runs as another user, who has to reach its folder.
  chmodSync(root, 0o711);
  const dataDirectory = join(root, "data");
  mkdirSync(dataDirectory);
  const start = (port?: number) =>
    startProcess({
      entry,
      readyPath: "/readyz",
      env: { DATA_DIR: dataDirectory, RATE_LIMIT: "off", CAPTCHA: "off", LOG_LEVEL: "warn" },
      ...(port !== undefined && { port }),
    });
  try {
    let running = await start();
    return {
      url: running.url,
      mailDirectory: join(dataDirectory, "mail"),
      restart: async () => {
        await running.stop();
        running = await start(running.port);
      },
      stop: async () => {
        await running.stop();
        rmSync(root, { recursive: true, force: true });
      },
    };
  } catch (error) {
    rmSync(root, { recursive: true, force: true });
    throw error;
  }
}
