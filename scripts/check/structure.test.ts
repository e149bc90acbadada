import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { checkStructure } from "./structure.ts";

const directories: string[] = [];

afterEach(() => {
  for (const directory of directories.splice(0)) rmSync(directory, { recursive: true });
});

/** Problems of a repository with these files. */
function check(files: Record<string, string>): string[] {
  const directory = mkdtempSync(join(tmpdir(), "daymark-structure-"));
  directories.push(directory);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), text);
  }
  return checkStructure(directory);
}

const sound = {
  "packages/domain/src/tracking/habit.ts":
    'import * as z from "zod/mini";\nimport { CalendarDate } from "@internationalized/date";\nexport const a = [z, CalendarDate];\n',
  "packages/domain/src/testing-habits.ts": 'import fc from "fast-check";\nexport const habits = fc;\n',
  "packages/domain/src/tracking/habit.test.ts":
    'import { habits } from "./testing-habits.ts";\nexport const a = habits;\n',
  "packages/db/src/connection/job-queue.ts": 'import { Pool } from "pg";\nexport const a = Pool;\n',
  "packages/auth/src/session/session-row.ts": 'import { Lucia } from "lucia";\nexport const a = Lucia;\n',
  "packages/api/src/router.ts": 'import { a } from "./habit/router.ts";\nexport const b = a;\n',
  "packages/api/src/habit/router.ts": 'import { c } from "./streak.ts";\nexport const a = c;\n',
  "packages/api/src/habit/statistics/streak.ts": '// import "lucia";\nexport const c = "process.env";\n',
  "apps/server/src/environment/env.ts": "export const env = process.env;\n",
  "apps/web/src/lib/network/trpc.ts":
    'import type { AppRouter } from "@daymark/api/router";\nexport type A = AppRouter;\n',
  "apps/web/src/routes/_user.settings.$id.tsx": "export const a = 1;\n",
  "apps/web/src/routes/index.tsx": 'import { b } from "#lib/b.ts";\nexport const a = b;\n',
  "apps/web/src/lib/b.ts": "export const b = 1;\n",
  "apps/web/e2e/oauth.test.ts":
    'import { startProvider } from "@daymark/auth/testing-provider";\nexport const a = startProvider;\n',
  "apps/web/e2e/stage/product.ts":
    'import { findFreePort } from "@daymark/db/free-port";\nexport const a = findFreePort;\n',
};

test("a repository that follows the rules has no problems, with any comments and strings", () => {
  expect(check(sound)).toEqual([]);
});

const breaches: [name: string, path: string, text: string, problem: string][] = [
  [
    "an import of another workspace in domain",
    "packages/domain/src/x.ts",
    'import "@daymark/db/connection/client";',
    ":1 imports @daymark/db/connection/client: packages/domain may not import db",
  ],
  [
    "an import of Node in domain",
    "packages/domain/src/x.ts",
    '\nimport { join } from "node:path";\nexport const a = join;',
    ":2 imports node:path: domain imports zod/mini and @internationalized/date alone",
  ],
  [
    "an import of a test library in domain",
    "packages/domain/src/x.ts",
    'import fc from "fast-check";\nexport const a = fc;',
    ":1 imports fast-check: domain imports zod/mini and @internationalized/date alone",
  ],
  [
    "an import of a testing module in the product",
    "packages/auth/src/x.ts",
    'import { createTestDatabase } from "@daymark/db/testing";\nexport const a = createTestDatabase;',
    ":1 imports @daymark/db/testing: what only tests use stays out of the product",
  ],
  [
    "an import of another workspace in ui",
    "packages/ui/src/x.tsx",
    'export const a = import("@daymark/domain/tracking/habit");',
    ":1 imports @daymark/domain/tracking/habit: packages/ui may not import domain",
  ],
  [
    "an import of api in auth",
    "packages/auth/src/x.ts",
    'import { t } from "@daymark/api/procedure/trpc";\nexport const a = t;',
    ":1 imports @daymark/api/procedure/trpc: packages/auth may not import api",
  ],
  [
    "a value imported from api in the web",
    "apps/web/src/lib/x.ts",
    'import { appRouter } from "@daymark/api/router";\nexport const a = appRouter;',
    ":1 imports @daymark/api/router: apps/web may not import api",
  ],
  [
    "a product module of auth imported in a web test",
    "apps/web/e2e/x.test.ts",
    'import { createOauth } from "@daymark/auth/oauth/oauth";\nexport const a = createOauth;',
    ":1 imports @daymark/auth/oauth/oauth: apps/web may not import auth",
  ],
  [
    "a type imported from db in the web",
    "apps/web/src/lib/x.ts",
    'export type A = import("@daymark/db/connection/client").Database;',
    ":1 imports @daymark/db/connection/client: apps/web may not import types of db",
  ],
  [
    "a relative import of another workspace",
    "apps/server/src/x.ts",
    'import "../../../packages/db/src/client.ts";',
    ":1 imports ../../../packages/db/src/client.ts: another workspace is imported by its name",
  ],
  [
    "a router that imports a router",
    "packages/api/src/note/router.ts",
    'import { a } from "../habit/router.ts";\nexport const b = a;',
    ":1 imports ../habit/router.ts: routers never import routers",
  ],
  [
    "an import of lucia outside its own file",
    "packages/auth/src/x.ts",
    'import type { User } from "lucia";\nexport type A = User;',
    ":1 imports lucia: lucia stays inside packages/auth/src/session/session-row.ts",
  ],
  [
    "a retry of a test",
    "apps/web/e2e/vitest.config.ts",
    "export default { test: { retry: 1 } };",
    ":1 gives a test a second try (decision 52)",
  ],
  [
    "a second reader of the environment",
    "apps/server/src/x.ts",
    'export const a = process["env"].PORT;',
    ":1 reads process.env, which only apps/server/src/environment/env.ts does",
  ],
  [
    "an import of zod instead of zod/mini",
    "packages/api/src/x.ts",
    'import { z } from "zod";\nexport const a = z;',
    ":1 imports zod: zod/mini everywhere",
  ],
  [
    "a second driver outside the queue's file",
    "packages/db/src/x.ts",
    'import pg from "pg";\nexport const a = pg;',
    ":1 imports pg: one driver, postgres",
  ],
  [
    "a file with a vague name",
    "packages/api/src/habit/utils.ts",
    "export const a = 1;",
    " is named utils, which says nothing: name it for what it does",
  ],
  [
    "a file with a vague last word in its name",
    "packages/domain/src/date-helper.test.ts",
    "export const a = 1;",
    " is named date-helper, which says nothing: name it for what it does",
  ],
  [
    "a folder with a vague name",
    "apps/web/src/common/x.ts",
    "export const a = 1;",
    " is named common, which says nothing: name it for what it does",
  ],
  [
    "an index file",
    "packages/ui/src/index.ts",
    "export const a = 1;",
    " is an index: import from the file that has the thing",
  ],
  [
    "a barrel under another name",
    "packages/ui/src/everything.ts",
    'export { a } from "./a.ts";\nexport type { B } from "./b.ts";',
    " hands on what other files export: no barrels, import from the file itself",
  ],
  ["a file name in camelCase", "packages/ui/src/dayCell.tsx", "export const a = 1;", " is not in kebab-case"],
  [
    "a relative import without a file extension",
    "packages/db/src/x.ts",
    'import { a } from "./a";\nexport const b = a;',
    ":1 imports ./a: a relative import has its file's ending",
  ],
];

test.each(breaches)("%s is a breach", (_, path, text, problem) => {
  expect(check({ ...sound, [path]: text })).toEqual([`${path}${problem}`]);
});

test("files that import each other in a circle are a breach, but type imports are not", () => {
  const circle = (keyword: string) => ({
    "packages/domain/src/a.ts": 'import { b } from "./b.ts";\nexport const a = b;',
    "packages/domain/src/b.ts": 'import { c } from "./c.ts";\nexport const b = c;',
    "packages/domain/src/c.ts": `${keyword} { a } from "./a.ts";\nexport const c = 1;`,
  });
  expect(check(circle("import type"))).toEqual([]);
  expect(check(circle("import"))).toEqual(["packages/domain/src/a.ts is part of a circle: a.ts → b.ts → c.ts → a.ts"]);
});

test("server folders that import each other are a breach, even for types", () => {
  const folders = {
    "apps/server/src/http/a.ts": 'import type { B } from "../pages/b.ts";\nexport type A = B;',
    "apps/server/src/pages/b.ts": 'import type { C } from "../http/c.ts";\nexport type B = C;',
    "apps/server/src/http/c.ts": "export type C = 1;",
  };
  const sentence = "is part of a circle of folders";
  expect(check({ ...sound, ...folders })).toEqual([
    `apps/server/src/http ${sentence}`,
    `apps/server/src/pages ${sentence}`,
  ]);
  expect(check({ ...sound, ...folders, "apps/server/src/pages/b.ts": "export type B = 1;" })).toEqual([]);
});

test("a server folder with more than 25 files is a breach", () => {
  const files = (count: number) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, n) => [`apps/server/src/http/f${n}.ts`, "export const a = 1;"]),
    );
  expect(check({ ...sound, ...files(25) })).toEqual([]);
  expect(check({ ...sound, ...files(26) })).toEqual(["apps/server/src/http has 26 files, more than 25: split it"]);
});
