import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findChromium } from "@daymark/web/e2e/stage/chromium";
import { postPath } from "./public.ts";

const categories = ["performance", "accessibility", "best-practices", "seo"] as const;

/** Lighthouse's results for a page on a simulated phone with a slow connection. */
export interface LighthouseFigures {
  page: string;
  /** Scores out of 100. */
  scores: Record<(typeof categories)[number], number>;
  fcpMs: number;
  lcpMs: number;
  tbtMs: number;
  cls: number;
  /** The range of the performance score over the runs. Other work on the machine lowers it. */
  spread: { min: number; max: number };
}

/** The scores that every public page must reach. */
export const lighthouseGate: LighthouseFigures["scores"] = {
  performance: 98,
  accessibility: 100,
  "best-practices": 100,
  seo: 100,
};

/** 170 MB in a hundred packages, which a user of the product does not need, so npx fetches this version on demand. */
const lighthouse = "lighthouse@13.5.0";

const guestPages = ["/", postPath, "/feature-requests", "/blog"];

/** The median of these runs counts, because other work on the machine disturbs single ones. */
const runs = 3;

export function isLighthouseMet({ scores }: LighthouseFigures): boolean {
  return categories.every((category) => scores[category] >= lighthouseGate[category]);
}

/** Measures the public pages in the browser of the tests. */
export async function measureLighthouse(url: string): Promise<LighthouseFigures[]> {
  const results: LighthouseFigures[] = [];
  for (const page of guestPages) {
    const figures: LighthouseFigures[] = [];
    for (let run = 0; run < runs; run += 1) figures.push(await measure(url, page));
    figures.sort((one, other) => one.scores.performance - other.scores.performance);
    const [worst, median, best] = [figures[0], figures[runs >> 1], figures[runs - 1]] as LighthouseFigures[];
    if (!worst || !median || !best) throw new Error("Lighthouse measured nothing");
    results.push({ ...median, spread: { min: worst.scores.performance, max: best.scores.performance } });
  }
  return results;
}

interface LighthouseReport {
  categories: Record<string, { score: number | null }>;
  audits: Record<string, { numericValue?: number }>;
}

async function measure(url: string, page: string): Promise<LighthouseFigures> {
  const { executablePath, args, env } = await findChromium();
  const directory = mkdtempSync(join(tmpdir(), "daymark-lighthouse-"));
  const file = join(directory, "report.json");
  try {
    const child = spawn(
      "npx",
      [
        "-y",
        lighthouse,
        url + page,
        "--quiet",
        "--output=json",
        `--output-path=${file}`,
        `--only-categories=${categories.join(",")}`,
        `--chrome-flags=--headless ${args.join(" ")}`,
      ],
      { env: { ...env, CHROME_PATH: executablePath }, stdio: ["ignore", "ignore", "inherit"] },
    );
    const [code] = await once(child, "exit");
    if (code !== 0) throw new Error(`Lighthouse ended with ${code}: is the npm registry reachable?`);
    return read(page, JSON.parse(readFileSync(file, "utf8")) as LighthouseReport);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

function read(page: string, { categories: told, audits }: LighthouseReport): LighthouseFigures {
  const numberOf = (audit: string) => audits[audit]?.numericValue ?? Number.NaN;
  const scores = Object.fromEntries(
    categories.map((category) => [category, Math.round((told[category]?.score ?? 0) * 100)]),
  );
  return {
    page,
    scores: scores as LighthouseFigures["scores"],
    fcpMs: numberOf("first-contentful-paint"),
    lcpMs: numberOf("largest-contentful-paint"),
    tbtMs: numberOf("total-blocking-time"),
    cls: numberOf("cumulative-layout-shift"),
    spread: { min: scores.performance ?? 0, max: scores.performance ?? 0 },
  };
}
