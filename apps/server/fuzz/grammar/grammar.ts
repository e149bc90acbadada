import { appRouter } from "@daymark/api/router";
import fc from "fast-check";
import { listOperations, proceduresOf } from "../../src/openapi/operation.ts";
import type { FuzzRequest } from "../request.ts";
import { linkRequests } from "./link-grammar.ts";
import { mcpRequests } from "./mcp-grammar.ts";
import { oauthRequests } from "./oauth-grammar.ts";
import { restRequests } from "./rest-grammar.ts";
import { siteRequests } from "./site-grammar.ts";
import { trpcRequests } from "./trpc-grammar.ts";

export const operations = listOperations(proceduresOf(appRouter));

/** fast-check begins each run with small values, so each run generates only this many requests. */
const chunkLength = 100;

/** Generates requests without end. The seed and the position alone determine each request. */
export function* generateRequests(seed: number): Generator<FuzzRequest> {
  const requests = fc.oneof(
    { weight: 5, arbitrary: restRequests(operations) },
    { weight: 5, arbitrary: trpcRequests(operations) },
    { weight: 4, arbitrary: siteRequests() },
    { weight: 2, arbitrary: mcpRequests() },
    { weight: 2, arbitrary: oauthRequests() },
    { weight: 1, arbitrary: linkRequests() },
  );
  for (let chunk = 0; ; chunk++) {
    yield* fc.sample(requests, { seed: (seed + chunk * 0x9e3779b1) | 0, numRuns: chunkLength });
  }
}
