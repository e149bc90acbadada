import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { buildProduct } from "./build-product.ts";
import { type Cluster, startCluster } from "./cluster/cluster.ts";
import { findClusterPrograms } from "./cluster/programs.ts";
import { runProgram } from "./run-program.ts";

/** The seconds between two kills, and the seconds until the killed instance starts again. */
const aliveSeconds = 120;
const deadSeconds = 15;

/** All tests use one address and need no protection against bots. */
const open = { CAPTCHA: "off", RATE_LIMIT: "off", LOG_LEVEL: "warn" };
const guarded = { CAPTCHA: "off", RATE_LIMIT: "on", LOG_LEVEL: "warn" };

/**
 * `npm run test:cluster [-- files]`: the tests of several instances, then the browser tests while instances are killed.
 */
async function main(files: string[]): Promise<number> {
  const programs = findClusterPrograms();
  if ("missing" in programs) {
    console.error(`This test needs Debian packages: apt-get install ${programs.missing.join(" ")}`);
    return 1;
  }
  await buildProduct();
  const cluster = await startCluster(programs, guarded);
  try {
    console.log(`Two nodes serve on ${cluster.url}, behind haproxy, with PgBouncer, a replica and Redis.`);
    const env = {
      CLUSTER_URL: cluster.url,
      CLUSTER_NODE_URLS: cluster.nodeUrls.join(","),
      CLUSTER_PRIMARY_URL: cluster.primaryUrl,
      CLUSTER_REPLICA_URL: cluster.replicaUrl,
    };
    const own = await runProgram("vitest", ["run", "--project", "e2e-cluster"], { shown: true, env });
    await cluster.restart(open);
    const ending = new AbortController();
    const killing = killInTurn(cluster, ending.signal);
    // No test may notice that an instance dies.
    const browser = await runProgram("vitest", ["run", "--project", "e2e", ...files], {
      shown: true,
      env: { E2E_PRODUCT_URL: cluster.url, E2E_MAIL_DIRECTORY: join(cluster.data, "mail") },
    });
    ending.abort();
    console.log(`The test killed nodes ${await killing} times meanwhile.`);
    return own.code || browser.code;
  } finally {
    await cluster.stop();
  }
}

/** Kills one instance after the other and starts it again. Returns the number of kills. */
async function killInTurn(cluster: Cluster, signal: AbortSignal): Promise<number> {
  const wait = (seconds: number) => sleep(seconds * 1000, undefined, { signal }).catch(() => {});
  for (let kills = 0; ; kills++) {
    await wait(aliveSeconds);
    if (signal.aborted) return kills;
    const index = kills % cluster.nodeUrls.length;
    await cluster.kill(index);
    console.log(`── node ${index + 1} was killed`);
    await wait(deadSeconds);
    await cluster.start(index);
    console.log(`── node ${index + 1} is back`);
  }
}

process.exitCode = await main(process.argv.slice(2));
