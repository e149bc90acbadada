import { globSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { root } from "../run-program.ts";
import { type Import, readSourceFile, type SourceFile } from "./source-file.ts";

/** The allowed imports (ARCHITECTURE.md): each workspace with the workspaces that it may import for more than types. */
const mayImport: Record<string, string[]> = {
  "packages/domain": [],
  "packages/ui": [],
  "packages/client": ["domain"],
  "packages/db": ["domain"],
  "packages/i18n": ["domain"],
  "packages/auth": ["db", "domain"],
  "packages/api": ["auth", "db", "domain"],
  "apps/server": ["api", "auth", "client", "db", "domain", "i18n"],
  "apps/web": ["domain", "i18n", "ui"],
  // The page benchmark uses the browser of the end-to-end tests.
  bench: ["db", "domain", "web"],
};

/** Workspaces that it may also import, but only for types. */
const mayImportTypes: Record<string, string[]> = { "apps/web": ["api"], bench: ["api"] };

/** The only external imports of the rules, because the browser loads them too. */
const domainImports = ["zod/mini", "@internationalized/date"];

/** Names without a meaning, alone or at the end of another name: `date-utils`. */
const bannedNames = [
  "util",
  "utils",
  "helper",
  "helpers",
  "common",
  "misc",
  "service",
  "services",
  "manager",
  "managers",
];

/**
 * The only files that read the environment: one file of the server, one of the commands that run without a server, and
 * the programs outside the product.
 */
const readsEnvironment =
  /^apps\/server\/src\/environment\/env\.ts$|^packages\/client\/src\/cli\/terminal\.ts$|^(scripts|bench)\/|\.config\.ts$|\.test\.tsx?$|\/testing-setup\.ts$|^apps\/(web\/e2e|server\/fuzz)\//;

/** Files that configure how vitest runs tests. */
const configuresTests = /(^|\/)vitest\.(config|shared)\.ts$/;

/**
 * Files that only tests use: `testing.ts`, `testing-oracle.ts`, with or without the extension, because an import may
 * omit it.
 */
const testingName = /(^|\/)testing(-[a-z-]+)?(\.tsx?)?$/;
const isForTests = (path: string) =>
  testingName.test(path) || /\.test\.tsx?$|^scripts\/test[a-z-]*\.ts$|^apps\/[^/]+\/(e2e|fuzz)\//.test(path);

/** Modules that tests of any workspace may also import: the servers that they start need a port. */
const importsOfTests = ["@daymark/db/free-port"];

/** Files of the root that the workspaces' configurations import. */
const sharedByConfigs = ["vite.shared.ts", "vitest.shared.ts"];

/** The only file with a second driver: the job queue's library uses PostgreSQL only through `pg`. */
const queueFile = "packages/db/src/connection/job-queue.ts";

/** Sources whose folders must not form a circle and must stay small. */
const roomRoots = [
  ...["apps/server/src", "apps/web/src"],
  ...["packages/api/src", "packages/auth/src", "packages/client/src", "packages/db/src", "packages/domain/src"],
];
const filesInRoomMax = 25;

const kebabCase = /^[a-z0-9]+(-[a-z0-9]+)*$/;

type Problem = { path: string; line?: number; sentence: string };

/** Every violation of ARCHITECTURE.md's import rules and closed file names under `directory`, one line each. */
export function checkStructure(directory: string): string[] {
  const files = globSync("{apps/*,packages/*,bench,scripts}/**/*.{ts,tsx,mjs,js}", {
    cwd: directory,
    exclude: (path) =>
      /(^|\/)(node_modules|dist|\.turbo|public|results)$|\.gen\.ts$|locales\/[^/]+\/[^/]+\.ts$/.test(path),
  })
    .map((path) => readSourceFile(directory, path.replaceAll("\\", "/")))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  const problems = [
    ...files.flatMap(checkName),
    ...files.flatMap(checkContents),
    ...files.flatMap((file) => file.imports.flatMap((line) => checkImport(file, line))),
    ...checkCircles(files),
    ...roomRoots.flatMap((rooms) => checkRooms(files, rooms)),
  ];
  return problems.map(({ path, line, sentence }) => `${path}${line ? `:${line}` : ""} ${sentence}`);
}

function checkName({ path }: SourceFile): Problem[] {
  const isRoute = path.startsWith("apps/web/src/routes/");
  const stem = basename(path).replace(/(\.(test|config|d|gen))?\.\w+$/, "");
  const names = [...dirname(path).split("/"), stem];
  const banned = names.find((name) => bannedNames.includes(name.split("-").at(-1) ?? ""));
  const problems: Problem[] = [];
  if (banned) problems.push({ path, sentence: `is named ${banned}, which says nothing: name it for what it does` });
  if (isRoute) return problems;
  if (stem === "index") problems.push({ path, sentence: "is an index: import from the file that has the thing" });
  if (!kebabCase.test(stem)) problems.push({ path, sentence: "is not in kebab-case" });
  return problems;
}

function checkContents({ path, environmentLines, retryLines, isBarrel, hasExportAll }: SourceFile): Problem[] {
  const problems: Problem[] = [];
  if (configuresTests.test(path)) {
    for (const line of retryLines) problems.push({ path, line, sentence: "gives a test a second try (decision 52)" });
  }
  if (isBarrel || hasExportAll) {
    problems.push({ path, sentence: "hands on what other files export: no barrels, import from the file itself" });
  }
  if (!readsEnvironment.test(path)) {
    for (const line of environmentLines) {
      problems.push({ path, line, sentence: "reads process.env, which only apps/server/src/environment/env.ts does" });
    }
  }
  return problems;
}

function checkImport({ path }: SourceFile, { specifier, line, isType }: Import): Problem[] {
  const workspace = workspaceOf(path);
  const breach = (sentence: string): Problem[] => [{ path, line, sentence: `imports ${specifier}: ${sentence}` }];
  if (testingName.test(specifier) && !isForTests(path)) return breach("what only tests use stays out of the product");
  if (/^[.#]/.test(specifier)) {
    const target = resolve(path, specifier);
    // The scripts belong to no workspace and may import every folder. The shared configuration belongs to the root.
    const isForAll = workspace === "scripts" || (sharedByConfigs.includes(target) && /\.config\.ts$/.test(path));
    if (workspaceOf(target) !== workspace && !isForAll) return breach("another workspace is imported by its name");
    if (!/\.\w+(\?[\w&]+)?$/.test(specifier)) return breach("a relative import has its file's ending");
    const isFromRouter = /^packages\/api\/src\/[^/]+\/router\.ts$/.test(path);
    if (isFromRouter && basename(target) === "router.ts") return breach("routers never import routers");
    return [];
  }
  if (specifier === "zod") return breach("zod/mini everywhere");
  if ((specifier === "pg" || specifier.startsWith("pg/")) && path !== queueFile) return breach("one driver, postgres");
  if (/^(lucia|@lucia-auth\/.+)$/.test(specifier) && path !== "packages/auth/src/session/session-row.ts") {
    return breach("lucia stays inside packages/auth/src/session/session-row.ts");
  }
  const ours = /^@daymark\/([^/]+)/.exec(specifier)?.[1];
  if (ours) {
    const allowed = [...(mayImport[workspace] ?? []), ...(isType ? (mayImportTypes[workspace] ?? []) : [])];
    if (ours === basename(workspace)) return breach("inside a package imports are relative");
    // Tests may import the fixtures of another workspace, because fixtures are no part of the product.
    const isFixture = isForTests(path) && (testingName.test(specifier) || importsOfTests.includes(specifier));
    if (!allowed.includes(ours) && !isFixture)
      return breach(`${workspace} may not import ${isType ? "types of " : ""}${ours}`);
    return [];
  }
  if (workspace === "packages/domain" && !/\.(test|config)\.ts$/.test(path) && !domainImports.includes(specifier)) {
    const isArbitrary = specifier === "fast-check" && testingName.test(path);
    if (!isArbitrary) return breach(`domain imports ${domainImports.join(" and ")} alone`);
  }
  return [];
}

/**
 * Files that import each other for more than types, directly or through other files. A reader could not understand or
 * move one of them alone.
 */
function checkCircles(files: SourceFile[]): Problem[] {
  const targets = new Map(
    files.map((file) => [
      file.path,
      file.imports
        .filter(({ specifier, isType }) => /^[.#]/.test(specifier) && !isType)
        .map(({ specifier }) => resolve(file.path, specifier)),
    ]),
  );
  const done = new Set<string>();
  const problems: Problem[] = [];
  const visit = (path: string, way: string[]) => {
    const start = way.indexOf(path);
    if (start >= 0) {
      problems.push({
        path,
        sentence: `is part of a circle: ${[...way.slice(start), path].map((step) => basename(step)).join(" → ")}`,
      });
    }
    if (start >= 0 || done.has(path)) return;
    for (const target of targets.get(path) ?? []) visit(target, [...way, path]);
    done.add(path);
  };
  for (const path of targets.keys()) visit(path, []);
  return problems;
}

/** Folders that import each other, including for types, and folders with too many files. */
function checkRooms(files: SourceFile[], rooms: string): Problem[] {
  const own = files.filter(({ path }) => path.startsWith(`${rooms}/`));
  const imports = new Map<string, Set<string>>();
  const counts = new Map<string, number>();
  for (const file of own) {
    const folder = dirname(file.path);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
    if (isForTests(file.path)) continue;
    const targets = file.imports
      .filter(({ specifier }) => /^[.#]/.test(specifier))
      .map(({ specifier }) => dirname(resolve(file.path, specifier)))
      .filter((target) => target !== folder && `${target}/`.startsWith(`${rooms}/`));
    imports.set(folder, new Set([...(imports.get(folder) ?? []), ...targets]));
  }
  const reaches = (from: string, to: string, seen = new Set<string>()): boolean =>
    [...(imports.get(from) ?? [])].some((next) => {
      if (next === to) return true;
      if (seen.has(next)) return false;
      return reaches(next, to, seen.add(next));
    });
  return [
    ...[...imports.keys()]
      .filter((folder) => reaches(folder, folder))
      .map((path) => ({ path, sentence: "is part of a circle of folders" })),
    ...[...counts]
      .filter(([, count]) => count > filesInRoomMax)
      .map(([path, count]) => ({ path, sentence: `has ${count} files, more than ${filesInRoomMax}: split it` })),
  ];
}

function workspaceOf(path: string): string {
  const [first = "", second = ""] = path.split("/");
  return first === "apps" || first === "packages" ? `${first}/${second}` : first;
}

/** `#` is the importer's own `src`, by the `imports` of its package.json. */
function resolve(from: string, specifier: string): string {
  const path = specifier.replace(/\?.*$/, "");
  return path.startsWith("#") ? join(workspaceOf(from), "src", path.slice(1)) : join(dirname(from), path);
}

if (import.meta.main) {
  const problems = checkStructure(root);
  for (const problem of problems) console.error(problem);
  console.log(problems.length === 0 ? "The structure holds." : `${problems.length} breaches of ARCHITECTURE.md.`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
