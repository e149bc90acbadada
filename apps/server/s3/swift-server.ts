import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { S3Config } from "@daymark/api/host/s3-uploads";
import { findFreePort } from "@daymark/db/free-port";

/** The servers of OpenStack Swift. Its proxy speaks S3. */
const stores = ["account", "container", "object"] as const;
const [user, password] = ["daymark:tester", "password-of-the-tests"];

/**
 * Whether OpenStack Swift is installed: Debian's packages swift-proxy, swift-account, swift-container, swift-object.
 */
export function hasSwift(): boolean {
  return (
    spawnSync("swift-ring-builder", { stdio: "ignore" }).error === undefined &&
    existsSync("/usr/bin/swift-proxy-server")
  );
}

/**
 * Starts Swift with one copy of each object in a separate folder, and creates a bucket. `end` also deletes the folder.
 */
export async function createSwiftServer() {
  const root = mkdtempSync(join(tmpdir(), "daymark-swift-"));
  chmodSync(root, 0o755);
  mkdirSync(join(root, "devices/one"), { recursive: true });
  const config = (name: string, text: string) => writeFileSync(join(root, `${name}.conf`), text);
  const common = (port: number) => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = ${userInfo().username}
swift_dir = ${root}
devices = ${root}/devices
mount_check = false
`;
  config("swift", "[swift-hash]\nswift_hash_path_suffix = daymark\n");
  for (const store of stores) {
    const port = await findFreePort();
    config(
      store,
      `${common(port)}[pipeline:main]\npipeline = ${store}-server\n[app:${store}-server]\nuse = egg:swift#${store}\n`,
    );
    const builder = join(root, `${store}.builder`);
    for (const step of [["create", "4", "1", "1"], ["add", `r1z1-127.0.0.1:${port}/one`, "1"], ["rebalance"]]) {
      execFileSync("swift-ring-builder", [builder, ...step], { stdio: "ignore" });
    }
  }
  const port = await findFreePort();
  const filters = ["catch_errors", "cache", "s3api", "tempauth", "bulk", "slo"];
  const sections = filters.map((name) => `[filter:${name}]\nuse = egg:swift#${name === "cache" ? "memcache" : name}\n`);
  sections[3] += `user_${user.replace(":", "_")} = ${password} .admin\n`;
  config(
    "proxy",
    `${common(port)}[pipeline:main]
pipeline = ${filters.join(" ")} proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
${sections.join("")}`,
  );
  const bucket: S3Config = {
    ...{ bucket: "daymark", prefix: "", region: "us-east-1", isPathStyle: true },
    endpoint: `http://127.0.0.1:${port}`,
    accessKeyId: user,
    secretAccessKey: password,
  };
  const servers = new Set<ChildProcess>();
  for (const name of [...stores, "proxy"]) {
    servers.add(
      spawn(`swift-${name}-server`, [join(root, `${name}.conf`)], { stdio: ["ignore", "inherit", "inherit"] }),
    );
  }
  await createBucket(bucket, () => {
    for (const { exitCode } of servers)
      if (exitCode !== null) throw new Error("a server of Swift ended while it started");
  });
  return {
    bucket,
    /** The variables of a Daymark with uploads in the bucket, under a prefix. */
    variables: (prefix: string) => ({
      UPLOADS_URL: `s3://${bucket.bucket}/${prefix}?endpoint=${bucket.endpoint}`,
      UPLOADS_ACCESS_KEY_ID: user,
      UPLOADS_SECRET_ACCESS_KEY: password,
    }),
    /** Stops answering until `thaw`. */
    freeze: () => servers.forEach((server) => void server.kill("SIGSTOP")),
    thaw: () => servers.forEach((server) => void server.kill("SIGCONT")),
    async end() {
      for (const server of servers) server.kill("SIGKILL");
      rmSync(root, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

export type SwiftServer = Awaited<ReturnType<typeof createSwiftServer>>;

/** Creates the bucket. Retries until the servers have started. */
async function createBucket(
  { bucket: Bucket, endpoint, region, accessKeyId, secretAccessKey }: S3Config,
  assertRunning: () => void,
): Promise<void> {
  const { CreateBucketCommand, S3Client } = await import("@aws-sdk/client-s3");
  const credentials = { accessKeyId, secretAccessKey };
  const client = new S3Client({ endpoint: endpoint ?? "", region, forcePathStyle: true, credentials, maxAttempts: 1 });
  for (;;) {
    const error = await client.send(new CreateBucketCommand({ Bucket })).then(
      () => null,
      (error: Error) => error,
    );
    if (!error || error.name === "BucketAlreadyOwnedByYou") break;
    if (error.name === "SignatureDoesNotMatch") throw error;
    assertRunning();
    await sleep(200);
  }
  client.destroy();
}
