import { tmpdir } from "node:os";
import { join } from "node:path";
import { readArguments, runCommand, UsageError } from "../apps/server/src/cli/command.ts";
import { buildProduct } from "./build-product.ts";
import { generateSources } from "./generate-sources.ts";

const usage = `npm run fuzz -- [--minutes <number>] [--seed <number>] [--url <address>] [--case <name>]

Sends malformed and hostile requests to the built server, over tRPC, REST, pages, feeds and files, and fails on each wrong answer.
  --minutes <number>  the duration; 1 by default, 0 sends only the kept cases
  --seed <number>     the same seed sends the same requests; random by default
  --url <address>     a running server on this machine, started with RATE_LIMIT=off and CAPTCHA=off; the fuzzer fills its
                      database with nonsense, calls nothing as an admin and cannot measure its memory
  --case <name>       sends only this one of apps/server/fuzz/cases, before the minutes begin`;

const loopback = /^(127(\.\d+){3}|localhost|\[::1\])$/;

await runCommand(async () => {
  const { values } = readArguments(usage, {
    minutes: { type: "string" },
    seed: { type: "string" },
    url: { type: "string" },
    case: { type: "string" },
    help: { type: "boolean" },
  });
  if (values.help) return console.log(usage);
  const minutes = Number(values.minutes ?? 1);
  if (!(minutes >= 0 && minutes <= 24 * 60)) throw new UsageError("--minutes must be a number from 0 to 1440.");
  const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
  if (!Number.isInteger(seed) || Math.abs(seed) > 2 ** 31) throw new UsageError("--seed must be a whole number.");
  const url = values.url === undefined ? undefined : readUrl(values.url);
  // The fuzzer imports the product's procedures, which need the compiled catalogs.
  if (url) await generateSources();
  else await buildProduct();
  const { runFuzz } = await import("../apps/server/fuzz/run.ts");
  const { describeRun } = await import("../apps/server/fuzz/report.ts");
  const result = await runFuzz({ minutes, seed, url, caseName: values.case, log: console.log });
  const bodies = join(tmpdir(), `daymark-fuzz-${process.pid}`);
  console.log(describeRun(result, { bodies, keeps: true }));
  if (result.findings.length > 0) process.exit(1);
});

/** Accepts only addresses of this machine: the fuzzer must not attack another server. */
function readUrl(text: string): URL {
  const url = URL.parse(text);
  if (url?.protocol !== "http:" || !loopback.test(url.hostname) || url.port === "") {
    throw new UsageError("--url must be an address of this machine with a port, such as http://127.0.0.1:3000.");
  }
  return url;
}
