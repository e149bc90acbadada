import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findFreePort } from "@daymark/db/free-port";
import { runtime, startProcess } from "./server-process.ts";

/** The built product on its own embedded PostgreSQL, in a temporary folder that `stop` removes. */
export interface Product {
  url: string;
  /** The folder in which the server writes each mail as a file. */
  mailDirectory: string;
  /** Stops the server by SIGTERM and starts it again on the same data and port, as an operator does. */
  restart(): Promise<void>;
  /** Stops the server until `restart`: meanwhile the address refuses connections. */
  pause(): Promise<void>;
  stop(): Promise<void>;
}

export interface ProductOptions {
  /** The host name that browsers use, such as "localhost": passkeys need one. By default the IP address. */
  hostname?: string;
  /** Further environment variables of the server. */
  env?: Record<string, string>;
}

const entry = fileURLToPath(new URL("../../../server/dist/main.js", import.meta.url));

export async function startProduct({ hostname, env = {} }: ProductOptions = {}): Promise<Product> {
  const root = mkdtempSync(join(tmpdir(), "daymark-e2e-"));
  // PostgreSQL refuses to run as root and then runs as another user, who must be able to enter this folder.
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
        // Tests receive webhooks on this address. The server refuses all other loopback addresses.
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
