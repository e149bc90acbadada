import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { readArguments, runCommand, UsageError } from "../apps/server/src/cli/command.ts";
import { buildProduct } from "./build-product.ts";
import { writeTarball } from "./release/archive.ts";
import { describeMaterials } from "./release/bill-of-materials.ts";
import { assertMachine } from "./release/machine-code.ts";
import { fetchNode, targets } from "./release/node-runtime.ts";
import { listNpmPackage } from "./release/npm-package.ts";
import { buildClientPackage, listDependencies, listProduct } from "./release/release-tree.ts";
import { root, runProgram } from "./run-program.ts";

const usage = `npm run release -- [--to <folder>] [--only <system>]

Builds the product and writes what is published: an archive for each system with Node and PostgreSQL, the npm packages
of the server and of the client, the list of what they contain, and checksums. The same commit gives the same bytes.
  --to <folder>    where to; dist by default
  --only <system>  ${targets.join(" or ")}`;

await runCommand(async () => {
  const { values } = readArguments(usage, {
    to: { type: "string" },
    only: { type: "string" },
    help: { type: "boolean" },
  });
  if (values.help) return console.log(usage);
  const wanted = targets.filter((target) => values.only === undefined || values.only === target);
  if (wanted.length === 0) throw new UsageError(`--only must be ${targets.join(" or ")}.`);
  const directory = resolve(values.to ?? join(root, "dist"));
  await buildProduct();
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const seconds = await findTime();
  mkdirSync(directory, { recursive: true });
  const names: string[] = [];
  const name = `daymark-${version}`;
  const product = listProduct({ version, seconds });
  for (const target of wanted) {
    const scratch = mkdtempSync(join(tmpdir(), "daymark-release-"));
    try {
      const node = await fetchNode(target, join(scratch, "node"));
      const dependencies = await listDependencies(target, join(scratch, "dependencies"));
      const folder = `daymark-${version}-${target}`;
      names.push(`${folder}.tar.gz`);
      const entries = [...product, ...node, ...dependencies];
      assertMachine(entries, target);
      await writeTarball(join(directory, `${folder}.tar.gz`), { folder, entries, seconds });
      if (target === wanted[0]) {
        const packaged = listNpmPackage({ version, product, dependencies, ...readNpmParts() });
        await writeTarball(join(directory, `${name}.tgz`), { folder: "package", entries: packaged, seconds });
        names.push(`${name}.tgz`);
      }
    } finally {
      rmSync(scratch, { recursive: true, force: true });
    }
  }
  const client = `daymark-client-${version}.tgz`;
  await writeTarball(join(directory, client), { folder: "package", entries: await buildClientPackage(), seconds });
  names.push(client, `${name}.cdx.json`);
  writeFileSync(join(directory, `${name}.cdx.json`), await describeMaterials({ seconds }));
  const sums = names.map((name) => `${sha256(join(directory, name))}  ${name}\n`);
  writeFileSync(join(directory, "SHA256SUMS"), sums.join(""));
  process.stdout.write(sums.join(""));
});

/** The time of the commit, in seconds since 1970. SOURCE_DATE_EPOCH replaces it if there is no repository. */
async function findTime(): Promise<number> {
  const given = process.env.SOURCE_DATE_EPOCH;
  if (given !== undefined) return Number(given);
  const { code, output } = await runProgram("git", ["log", "-1", "--format=%ct"]);
  if (code !== 0)
    throw new UsageError(
      "This folder is not a git clone: set SOURCE_DATE_EPOCH to the time of the release in seconds.",
    );
  return Number(output);
}

function readNpmParts() {
  const { dependencies } = JSON.parse(readFileSync(join(root, "release/package.json"), "utf8"));
  return { names: Object.keys(dependencies), command: readFileSync(join(root, "release/npm/daymark.mjs")) };
}

function sha256(path: string): string {
  return createHash("sha256").update(readFileSync(path)).digest("hex");
}
