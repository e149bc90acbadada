import { randomBytes } from "node:crypto";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findFreePort } from "../../packages/db/src/free-port.ts";
import { startDatabases } from "./databases.ts";
import { type Nodes, startNodes } from "./nodes.ts";
import { type Part, startPart } from "./part.ts";
import type { ClusterPrograms } from "./programs.ts";

export interface Cluster extends Nodes {
  data: string;
  primaryUrl: string;
  replicaUrl: string;
  stop: () => Promise<void>;
}

/**
 * Starts two instances behind haproxy on one PostgreSQL with a replica, PgBouncer and Redis, all on loopback. `stop`
 * deletes their folder.
 */
export async function startCluster(programs: ClusterPrograms, variables: Record<string, string>): Promise<Cluster> {
  const { root, data, secretKey, parts, stop } = prepareCluster();
  try {
    const password = randomBytes(24).toString("hex");
    const databases = await startDatabases({ root, data, password, programs, parts });
    const redisPort = await findFreePort();
    const redisArgs = ["--bind", "127.0.0.1", "--port", String(redisPort), "--save", "", "--appendonly", "no"];
    parts.push(startPart("redis", programs.redis, [...redisArgs, "--dir", root]));
    const shared = {
      DATA_DIR: data,
      DATABASE_URL: databases.pooledUrl,
      DATABASE_PREPARE: "off",
      DATABASE_DIRECT_URL: databases.primaryUrl,
      DATABASE_REPLICA_URL: databases.replicaUrl,
      REDIS_URL: `redis://127.0.0.1:${redisPort}`,
      SECRET_KEY: secretKey,
    };
    const nodes = await startNodes({ root, haproxy: programs.haproxy, shared, variables, parts });
    return { ...nodes, data, primaryUrl: databases.primaryUrl, replicaUrl: databases.replicaUrl, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Creates a folder for a cluster's files, and the list of its parts. `stop` ends the parts and deletes the folder. */
export function prepareCluster() {
  const root = mkdtempSync(join(tmpdir(), "daymark-cluster-"));
  // The database runs as another user, who must be able to enter its folders.
  chmodSync(root, 0o711);
  const data = join(root, "data");
  mkdirSync(data, { mode: 0o711 });
  const secretKey = randomBytes(32).toString("base64url");
  writeFileSync(join(data, "secret-key"), secretKey, { mode: 0o600 });
  const parts: Part[] = [];
  const remove = () => rmSync(root, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  // When this process exits, part.ts ends the parts, and this deletes their folder.
  process.once("exit", remove);
  const stop = async () => {
    for (const part of parts.toReversed()) await part.stop();
    remove();
  };
  return { root, data, secretKey, parts, stop };
}
