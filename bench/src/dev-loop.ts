import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findFreePort } from "@daymark/db/free-port";
import { findChromium } from "@daymark/web/e2e/stage/chromium";
import { chromium, type Page } from "playwright-core";
import { median } from "./figures.ts";

/**
 * `node bench/src/dev-loop.ts` measures `npm run dev` on this checkout: it saves a component and a procedure again and again,
 * waits for the page and for the next answer, and restores both files.
 */
const root = join(import.meta.dirname, "../..");
const saves = 10;
const startMilliseconds = 120_000;
const pauseMilliseconds = 500;

const component = { file: join(root, "apps/web/src/features/account/auth/log-in.tsx"), marker: "<form" };
const procedure = { file: join(root, "packages/api/src/captcha/router.ts"), marker: "import " };

const data = mkdtempSync(join(tmpdir(), "daymark-dev-loop-"));
const port = await findFreePort();
const url = `http://127.0.0.1:${port}`;
const dev = spawn("npm", ["run", "dev"], {
  cwd: root,
  env: { ...process.env, PORT: String(port), DATA_DIR: data, CAPTCHA: "off" },
  stdio: ["ignore", "pipe", "inherit"],
});
try {
  await untilAnswers(200, startMilliseconds);
  const browser = await chromium.launch({ ...(await findChromium()), headless: true });
  try {
    print("component to changed page, its state kept", await measureComponent(await browser.newPage()));
  } finally {
    await browser.close();
  }
  print("procedure to next answer", await measureProcedure());
} finally {
  await stop(dev);
  rmSync(data, { recursive: true, force: true });
}

/** Saves the log-in form with another attribute, and waits until the page shows it. */
async function measureComponent(page: Page): Promise<number[]> {
  await page.goto(`${url}/login`);
  const field = page.locator("input[name=username]");
  await page.locator("main form button[type=submit]:enabled").waitFor({ timeout: startMilliseconds });
  await field.fill("typed before the save");
  const times = await measureSaves(component, async (number) => {
    await page.locator(`form[data-save="${number}"]`).waitFor();
    if ((await field.inputValue()) !== "typed before the save") throw new Error("The page lost its state.");
  });
  return times;
}

/** Saves a module of the API, and waits until the server stops and answers again. */
function measureProcedure(): Promise<number[]> {
  return measureSaves(procedure, async () => {
    await untilAnswers(0, startMilliseconds);
    await untilAnswers(200, startMilliseconds);
  });
}

async function measureSaves(
  { file, marker }: typeof component,
  untilSeen: (number: number) => Promise<void>,
): Promise<number[]> {
  const before = readFileSync(file, "utf8");
  const times: number[] = [];
  try {
    for (let number = 1; number <= saves; number += 1) {
      const changed = marker.startsWith("<") ? `${marker} data-save="${number}"` : `// ${number}\n${marker}`;
      const startedAt = performance.now();
      writeFileSync(file, before.replace(marker, changed));
      await untilSeen(number);
      times.push(performance.now() - startedAt);
      await sleep(pauseMilliseconds);
    }
  } finally {
    writeFileSync(file, before);
  }
  return times;
}

/** @param status 0 for no answer */
async function untilAnswers(status: number, milliseconds: number): Promise<void> {
  const end = performance.now() + milliseconds;
  while (performance.now() < end) {
    const answered = await fetch(`${url}/readyz`).then(
      (answer) => answer.status,
      () => 0,
    );
    if (answered === status || (status === 0 && answered !== 200)) return;
    await sleep(5);
  }
  throw new Error(`${url} did not answer ${status} within ${milliseconds} ms`);
}

async function stop(child: ChildProcess): Promise<void> {
  child.kill("SIGTERM");
  if (child.exitCode === null) await once(child, "exit");
}

function print(what: string, times: number[]): void {
  const [least, most] = [Math.min(...times), Math.max(...times)];
  console.log(`${what}: ${Math.round(median(times))} ms (${Math.round(least)} to ${Math.round(most)})`);
}
