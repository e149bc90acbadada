import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describeApi } from "../apps/server/src/openapi/document.ts";
import { listOperations, proceduresOf } from "../apps/server/src/openapi/operation.ts";
import { appRouter } from "../packages/api/src/router.ts";
import { describeTypes } from "../packages/client/generate-types.ts";
import { root } from "./run-program.ts";

const file = join(root, "packages/client/src/api/api.gen.ts");

/** Generates the types of `@daymark/client` from the description that is also /api/openapi.json. */
function describeClient(): Promise<string> {
  const document = describeApi(listOperations(proceduresOf(appRouter)), "0");
  return describeTypes(JSON.parse(JSON.stringify(document)));
}

/** Whether the written types match the current procedures. */
export async function isClientCurrent(): Promise<boolean> {
  return readFileSync(file, "utf8") === (await describeClient());
}

// The types are not in git. The task `sources` of turbo writes them.
if (import.meta.main) writeFileSync(file, await describeClient());
