import { randomBytes } from "node:crypto";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findFreePort } from "../../packages/db/src/free-port.ts";
import { root as repository } from "../run-program.ts";
import { startDatabases } from "./databases.ts";
import { type Part, startPart, untilAnswers } from "./part.ts";
import type { ClusterPrograms } from "./programs.ts";

export interface Cluster {
  /** haproxy's address, which users open. */
  url: string;
  /** The address of each instance, without haproxy. */
  nodeUrls: string[];
  data: string;
  primaryUrl: string;
  replicaUrl: string;
  /** Kills an instance without a clean shutdown, as a power cut does. `start` starts it again. */
  kill: (index: number) => Promise<void>;
  start: (index: number, variables?: Record<string, string>) => Promise<void>;
  /** Restarts all instances, one after the other, with other variables. */
  restart: (variables: Record<string, string>) => Promise<void>;
  stop: () => Promise<void>;
}

/**
 * Starts two instances behind haproxy on one PostgreSQL with a replica, PgBouncer and Redis, all on loopback. Their
 * folder is deleted with them.
 */
export async function startCluster(programs: ClusterPrograms, variables: Record<string, string>): Promise<Cluster> {
  const root = mkdtempSync(join(tmpdir(), "daymark-cluster-"));
  // The database runs as another user, which must reach its folders.
  chmodSync(root, 0o711);
  const data = join(root, "data");
  mkdirSync(data, { mode: 0o711 });
  const parts: Part[] = [];
  const remove = () => rmSync(root, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  // When this process ends, part.ts ends the parts, and their folder is deleted.
  process.once("exit", remove);
  const stop = async () => {
    for (const part of parts.toReversed()) await part.stop();
    remove();
  };
  try {
    const [password, secretKey] = [randomBytes(24).toString("hex"), randomBytes(32).toString("base64url")];
    writeFileSync(join(data, "secret-key"), secretKey, { mode: 0o600 });
    const databases = await startDatabases({ root, data, password, programs, parts });
    const redisPort = await findFreePort();
    const redisArgs = ["--bind", "127.0.0.1", "--port", String(redisPort), "--save", "", "--appendonly", "no"];
    parts.push(startPart("redis", programs.redis, [...redisArgs, "--dir", root]));
    const [port, ...nodePorts] = [await findFreePort(), await findFreePort(), await findFreePort()];
    const url = `http://127.0.0.1:${port}`;
    const nodes: (Part | undefined)[] = [];
    let given = variables;

    const start: Cluster["start"] = async (index, more = given) => {
      given = more;
      const env = {
        NODE_ENV: "production",
        HOST: "127.0.0.1",
        PORT: String(nodePorts[index]),
        PUBLIC_URL: url,
        NODE_NAME: `node-${index + 1}`,
        DATA_DIR: data,
        DATABASE_URL: databases.pooledUrl,
        DATABASE_PREPARE: "off",
        DATABASE_DIRECT_URL: databases.primaryUrl,
        DATABASE_REPLICA_URL: databases.replicaUrl,
        REDIS_URL: `redis://127.0.0.1:${redisPort}`,
        SECRET_KEY: secretKey,
        TRUSTED_PROXIES: "127.0.0.1",
        ...given,
      };
      const entry = join(repository, "apps/server/dist/main.js");
      nodes[index] = startPart(`node ${index + 1}`, process.execPath, [entry], { env });
      await untilReady(`http://127.0.0.1:${nodePorts[index]}/readyz`);
    };
    for (const index of nodePorts.keys()) {
      await start(index);
      parts.push({ name: "node", kill: async () => nodes[index]?.kill(), stop: async () => nodes[index]?.stop() });
    }
    const proxyFile = join(root, "haproxy.cfg");
    writeFileSync(proxyFile, proxyConfiguration(port as number, nodePorts));
    parts.push(startPart("haproxy", programs.haproxy, ["-db", "-f", proxyFile]));
    await untilReady(`${url}/readyz`);
    return {
      url,
      nodeUrls: nodePorts.map((nodePort) => `http://127.0.0.1:${nodePort}`),
      data,
      primaryUrl: databases.primaryUrl,
      replicaUrl: databases.replicaUrl,
      start,
      kill: async (index) => nodes[index]?.kill(),
      restart: async (more) => {
        for (const index of nodePorts.keys()) {
          await nodes[index]?.stop();
          await start(index, more);
        }
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function untilReady(url: string): Promise<void> {
  return untilAnswers(url, async () => {
    const answer = await fetch(url);
    if (!answer.ok) throw new Error(String(answer.status));
  });
}

/**
 * The configuration of docs/scale.md and deploy/haproxy.cfg. haproxy sends a request to another instance if none
 * accepted it. If an instance accepted it and died, or had no capacity for it, haproxy repeats it only if that is safe:
 * not a POST, unless it has an Idempotency-Key.
 */
export function proxyConfiguration(port: number, nodePorts: readonly number[]): string {
  const servers = nodePorts.map((nodePort, index) => `  server node-${index + 1} 127.0.0.1:${nodePort}`);
  return `${[
    "defaults",
    "  mode http",
    "  timeout connect 2s",
    "  timeout client 90s",
    "  timeout server 90s",
    // An instance that is slow for a moment is still up. An instance that is down refuses the connection at once.
    "  timeout check 5s",
    "  option forwardfor",
    "  option redispatch 1",
    "  retries 3",
    "  retry-on conn-failure empty-response 503",
    "frontend people",
    `  bind 127.0.0.1:${port}`,
    // Prometheus scrapes each instance directly.
    "  http-request deny deny_status 404 if { path,url_dec -m reg ^/metrics/?$ } !{ src 127.0.0.1 }",
    "  default_backend nodes",
    "backend nodes",
    "  balance leastconn",
    "  option httpchk GET /readyz",
    "  http-request disable-l7-retry if METH_POST !{ req.hdr(idempotency-key) -m found }",
    "  default-server check inter 1s fastinter 200ms fall 3 rise 1 observe layer4 error-limit 3 on-error mark-down",
    ...servers,
  ].join("\n")}\n`;
}
