import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { findFreePort } from "../../packages/db/src/free-port.ts";
import { root as repository } from "../run-program.ts";
import { type Part, startPart, untilAnswers } from "./part.ts";

export interface Nodes {
  /** haproxy's address, which users open. */
  url: string;
  /** The address of each instance, without haproxy. */
  nodeUrls: string[];
  /** Kills an instance without a clean shutdown, as a power cut does. `start` starts it again. */
  kill: (index: number) => Promise<void>;
  start: (index: number, variables?: Record<string, string>) => Promise<void>;
  /** Restarts all instances, one after the other, with other variables. */
  restart: (variables: Record<string, string>) => Promise<void>;
}

/**
 * Starts two instances of the built product behind haproxy, all on loopback.
 *
 * @param options.root receives haproxy's configuration
 * @param options.haproxy the path of the program
 * @param options.shared variables of all instances that no restart changes: data directory, secret and databases
 * @param options.variables further variables, until a restart changes them
 * @param options.parts receives each started part, even if a later one fails to start
 */
export async function startNodes(options: {
  root: string;
  haproxy: string;
  shared: Record<string, string>;
  variables: Record<string, string>;
  parts: Part[];
}): Promise<Nodes> {
  const { root, haproxy, shared, parts } = options;
  const [port, ...nodePorts] = [await findFreePort(), await findFreePort(), await findFreePort()];
  const url = `http://127.0.0.1:${port}`;
  const nodes: (Part | undefined)[] = [];
  let given = options.variables;

  const start: Nodes["start"] = async (index, more = given) => {
    given = more;
    const env = {
      NODE_ENV: "production",
      HOST: "127.0.0.1",
      PORT: String(nodePorts[index]),
      PUBLIC_URL: url,
      NODE_NAME: `node-${index + 1}`,
      TRUSTED_PROXIES: "127.0.0.1",
      // Browser tests receive webhooks on this address.
      OUTGOING_NETWORKS: "127.0.0.1",
      ...shared,
      ...given,
    };
    const entry = join(repository, "apps/server/dist/main.js");
    nodes[index] = startPart(`node ${index + 1}`, process.execPath, [entry], { env });
    await untilReady(`http://127.0.0.1:${nodePorts[index]}/readyz`);
  };
  for (const index of nodePorts.keys()) {
    parts.push({ name: "node", kill: async () => nodes[index]?.kill(), stop: async () => nodes[index]?.stop() });
    await start(index);
  }
  const proxyFile = join(root, "haproxy.cfg");
  writeFileSync(proxyFile, proxyConfiguration(port as number, nodePorts));
  parts.push(startPart("haproxy", haproxy, ["-db", "-f", proxyFile]));
  await untilReady(`${url}/readyz`);
  return {
    url,
    nodeUrls: nodePorts.map((nodePort) => `http://127.0.0.1:${nodePort}`),
    start,
    kill: async (index) => nodes[index]?.kill(),
    restart: async (more) => {
      for (const index of nodePorts.keys()) {
        await nodes[index]?.stop();
        await start(index, more);
      }
    },
  };
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
