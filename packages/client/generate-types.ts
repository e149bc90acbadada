import openapiTS, { astToString, type OpenAPI3 } from "openapi-typescript";

/** An operation of the OpenAPI document, as far as this file reads it. */
interface Operation {
  parameters?: { $ref?: string }[];
}

const idempotencyKey = "#/components/parameters/IdempotencyKey";

/**
 * The source of `src/api/api.gen.ts`: the types of the REST API, and the paths whose POST takes an Idempotency-Key.
 *
 * @param document the OpenAPI document
 */
export async function describeTypes(document: object): Promise<string> {
  const types = astToString(await openapiTS(document as OpenAPI3));
  const paths = Object.entries((document as { paths: Record<string, { post?: Operation }> }).paths);
  const repeatable = paths.filter(([, { post }]) => post?.parameters?.some(({ $ref }) => $ref === idempotencyKey));
  return [
    "// Written by scripts/generate-client.ts from the OpenAPI document.",
    types,
    "/** Paths whose POST takes an Idempotency-Key. */",
    `export const repeatablePaths: readonly string[] = ${JSON.stringify(repeatable.map(([path]) => path))};\n`,
  ].join("\n");
}
