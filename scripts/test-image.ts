import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { root, runProgram } from "./run-program.ts";

const programs = ["buildah", "podman", "debootstrap", "unshare"];
const image = "localhost/daymark:test";

/** Files that Debian's slim image leaves out too. */
const leftOut = ["usr/share/{doc,man,info,locale}/*", "var/cache/{apt,debconf}/*", "var/lib/apt/lists/*", "var/log/*"];

/**
 * `npm run test:image`: builds the image of deploy/Dockerfile from this machine's archive, without a daemon and a
 * registry, and runs it. debootstrap creates a Debian bookworm under the name of the Dockerfile's base image.
 */
async function main(): Promise<number> {
  const missing = programs.filter((name) => !["/usr/bin", "/usr/sbin"].some((path) => existsSync(join(path, name))));
  if (missing.length > 0 || process.getuid?.() !== 0) {
    console.log(
      `Skipped: it needs root, and Debian's buildah, podman and debootstrap; missing: ${missing.join(", ")}.`,
    );
    return 0;
  }
  // The container's user must be able to enter the folder, and a file system in memory is too small for three images.
  const scratch = mkdtempSync("/var/tmp/daymark-image-");
  try {
    return await buildAndTest(scratch);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

async function buildAndTest(scratch: string): Promise<number> {
  const storage = ["--root", join(scratch, "storage"), "--runroot", join(scratch, "run"), "--storage-driver", "vfs"];
  const base = join(scratch, "base");
  const context = join(scratch, "context");
  mkdirSync(join(context, "dist"), { recursive: true });
  const target = `${process.platform}-${process.arch}`;
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const archives = process.env.RELEASE_DIRECTORY ?? join(scratch, "archives");
  if (!process.env.RELEASE_DIRECTORY) {
    await run(process.execPath, join(root, "scripts/release.ts"), "--to", archives, "--only", target);
  }
  cpSync(
    join(archives, `daymark-${version}-${target}.tar.gz`),
    join(context, `dist/daymark-${version}-${target}.tar.gz`),
  );

  await run("debootstrap", "--variant=minbase", "bookworm", base);
  await run("bash", "-c", `cd "$1" && rm -rf ${leftOut.join(" ")}`, "bash", base);
  const container = (await run("buildah", ...storage, "from", "scratch")).trim();
  await run("buildah", ...storage, "add", container, base, "/");
  await run("buildah", ...storage, "commit", "--rm", container, "docker.io/library/debian:bookworm-slim");
  await run(
    ...["buildah", ...storage, "build", "--format", "docker", "--isolation", "chroot", "--network", "host"],
    ...[
      "--pull-never",
      "--build-arg",
      "RELEASE=given",
      "--file",
      join(root, "deploy/Dockerfile"),
      "--tag",
      image,
      context,
    ],
  );

  // Runs in a separate mount namespace without the second cgroup hierarchy, because crun refuses both together.
  const isolated = 'mountpoint -q /sys/fs/cgroup/unified && umount /sys/fs/cgroup/unified; exec "$@"';
  const command = ["--mount", "sh", "-c", isolated, "sh", "vitest", "run", "--project", "e2e-image"];
  const { code } = await runProgram("unshare", command, {
    shown: true,
    env: {
      IMAGE: image,
      PODMAN_ARGUMENTS: [...storage, "--events-backend", "file", "--cgroup-manager", "cgroupfs"].join(" "),
      TMPDIR: "/var/tmp",
    },
  });
  return code;
}

/** Runs a program and returns its output. @throws Error if it fails */
async function run(...[program = "", ...args]: string[]): Promise<string> {
  const { code, output } = await runProgram(program, args);
  if (code !== 0) throw new Error(`${program} ${args.join(" ")} failed:\n${output}`);
  return output;
}

process.exitCode = await main();
