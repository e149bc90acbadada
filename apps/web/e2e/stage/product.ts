import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findFreePort } from "@daymark/db/free-port";
import { runtime, startProcess } from "./server-process.ts";

/** The built product on its own embedded PostgreSQL, in a folder that goes with it. */
export interface Product {
  url: string;
  /** Where each mail is a file. */
  mailDirectory: string;
  /** As an operator does: SIGTERM, then started again on the same data and the same port. */
  restart(): Promise<void>;
  /** Nobody answers at its address until it is restarted. */
  pause(): Promise<void>;
  stop(): Promise<void>;
}

export interface ProductOptions {
  /** Under which name browsers reach it, such as "localhost": passkeys need one. By default its bare address. */
  hostname?: string;
  /** What it is told beside where its data is. */
  env?: Record<string, string>;
}

const entry = fileURLToPath(new URL("../../../server/dist/main.js", import.meta.url));

export async function startProduct({ hostname, env = {} }: ProductOptions = {}): Promise<Product> {
  const root = mkdtempSync(join(tmpdir(), "daymark-e2e-"));
  // PostgreSQL refuses root and then runs as another user, who has to reach its folder.
  chmodSync(root, 0o711);
  const dataDirectory = join(root, "data");
  mkdirSync(dataDirectory);
  const port = await findFreePort();
  const url = `http://${hostname ?? "127.0.0.1"}:${port}`;
  const start = () =>
    startProcess({
      entry,
      flags: runtime.nodeFlags,
      readyPath: "/readyz",
      env: {
        DATA_DIR: dataDirectory,
        RATE_LIMIT: "off",
        CAPTCHA: "off",
        LOG_LEVEL: "warn",
        // Tests receive webhooks on this address; others of loopback stay refused.
        OUTGOING_NETWORKS: "127.0.0.1",
        ...(hostname && { PUBLIC_URL: url }),
        ...env,
      },
      port,
    });
  try {
    let running = await start();
    return {
      url,
      mailDirectory: join(dataDirectory, "mail"),
      restart: async () => {
        await running.stop();
        running = await start();
      },
      pause: () => running.stop(),
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
