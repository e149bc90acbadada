import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "vite";

/**
 * Writes the npm package `@daymark/client` into `dist`, ready for `npm pack dist`. Its two dependencies are in it in the
 * versions of the lock file, so that its installation needs nothing else; the command carries the rules that it uses.
 */
const here = import.meta.dirname;
const dist = join(here, "dist");
const repository = join(here, "../..");
const bundled = ["openapi-fetch", "openapi-typescript-helpers"];

const readJson = (path: string) => JSON.parse(readFileSync(path, "utf8"));
const { version, license } = readJson(join(repository, "package.json"));

rmSync(dist, { recursive: true, force: true });
await build({
  root: here,
  configFile: false,
  logLevel: "warn",
  build: {
    // The oldest Node of `engines`.
    target: "node20",
    ssr: true,
    minify: false,
    rolldownOptions: {
      input: { client: "src/api/client.ts", "cli/daymark": "src/cli/daymark.ts" },
      output: { entryFileNames: "[name].js", chunkFileNames: "shared/[name].js", banner: bannerOf },
    },
  },
  ssr: { noExternal: true, external: bundled },
});
chmodSync(join(dist, "cli/daymark.js"), 0o755);
execFileSync(join(here, "node_modules/.bin/tsc"), ["-p", join(here, "tsconfig.types.json")], { stdio: "inherit" });

const dependencies: Record<string, string> = {};
for (const name of bundled) {
  const folder = realpathSync(join(here, "node_modules", name));
  dependencies[name] = readJson(join(folder, "package.json")).version;
  mkdirSync(join(dist, "node_modules"), { recursive: true });
  cpSync(folder, join(dist, "node_modules", name), {
    recursive: true,
    filter: (path) => !/node_modules|\.map$|\/src$|\/(?:CHANGELOG|CONTRIBUTING)\.md$/.test(path.slice(folder.length)),
  });
}
writeFileSync(
  join(dist, "package.json"),
  `${JSON.stringify(
    {
      name: "@daymark/client",
      version,
      description: "Daymark's REST API with types, and its command for the terminal",
      license,
      type: "module",
      engines: { node: ">=20" },
      bin: { daymark: "cli/daymark.js" },
      exports: { ".": { types: "./client.d.ts", default: "./client.js" } },
      dependencies,
      bundleDependencies: bundled,
    },
    null,
    2,
  )}\n`,
);
cpSync(join(here, "npm-readme.md"), join(dist, "README.md"));
cpSync(join(repository, "LICENSE"), join(dist, "LICENSE"));

function bannerOf({ name }: { name: string }): string {
  return name === "cli/daymark" ? "#!/usr/bin/env node" : "";
}
