import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describeApi } from "../apps/server/src/openapi/document.ts";
import { listOperations, proceduresOf } from "../apps/server/src/openapi/operation.ts";
import { appRouter } from "../packages/api/src/router.ts";
import { describeTypes } from "../packages/client/generate-types.ts";
import { root } from "./run-program.ts";

/** Writes the types of `@daymark/client`, which are not in git, from the same description as /api/openapi.json. */
const document = describeApi(listOperations(proceduresOf(appRouter)), "0");
const file = join(root, "packages/client/src/api/api.gen.ts");
mkdirSync(dirname(file), { recursive: true });
writeFileSync(file, await describeTypes(JSON.parse(JSON.stringify(document))));
