import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { type Finding, type FindingKind, findingKinds } from "./findings.ts";
import { readCases } from "./kept-cases.ts";
import { describeFinding, describeRun } from "./report.ts";
import { type RunResult, runFuzz } from "./run.ts";

/** A fixed seed makes each `npm test` send the same requests. `npm run fuzz` uses a new seed for each run. */
const seed = 20_261_123;
const minutes = 1;
/** A slow machine still sends a few thousand. */
const requestsMin = 500;

const bodies = join(tmpdir(), `daymark-fuzz-${process.pid}`);
let result: RunResult;
beforeAll(async () => {
  result = await runFuzz({ minutes, seed, log: console.log });
  console.log(describeRun({ ...result, findings: [] }, { bodies, keeps: false }));
});

const describeAll = (findings: readonly Finding[]) =>
  findings.map((finding) => describeFinding(finding, { bodies, keeps: false }));

describe("in a minute of generated requests", () => {
  test.each(Object.entries(findingKinds) as [FindingKind, string][])("%s: %s", (kind) => {
    expect(
      describeAll(result.findings.filter((finding) => finding.kind === kind && finding.caseName === null)),
    ).toEqual([]);
  });

  test("the server accepts many of the requests, because a run of refusals would test nothing", () => {
    expect(result.requests).toBeGreaterThan(requestsMin);
    expect(result.statuses.get("200") ?? 0).toBeGreaterThan(result.requests / 20);
    expect(result.probes).toBeGreaterThan(0);
  });
});

describe("a fixed fault does not return", () => {
  test.each(readCases().map(({ name, guarantee }) => [name, guarantee]))("%s: %s", (name) => {
    expect(describeAll(result.findings.filter(({ caseName }) => caseName === name))).toEqual([]);
  });
});
