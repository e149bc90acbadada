import { chmodSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type Browser, chromium } from "playwright-core";
import sharp from "sharp";
import { findChromium } from "../apps/web/e2e/stage/chromium.ts";
import { startProduct } from "../apps/web/e2e/stage/product.ts";
import { createDatabase } from "../packages/db/src/connection/client.ts";
import { migrateDatabase } from "../packages/db/src/connection/migrate.ts";
import { startEmbedded } from "../packages/db/src/embedded/embedded.ts";
import { toDayNumber, todayIn } from "../packages/domain/src/base/day.ts";
import { buildProduct } from "./build-product.ts";
import { demoPassword, demoPeople } from "./demo/people.ts";
import { seedDemo } from "./demo/seed.ts";
import { root } from "./run-program.ts";

const directory = join(root, "apps/web/src/features/public/landing/pictures");

/**
 * Sizes in CSS pixels. A narrow screen gets another picture, because a desktop's would be too small to read. The
 * pictures leave out the header of the site at the top.
 */
const frames = [
  { name: "wide", width: 1440, height: 780, header: 64, scale: 1 },
  { name: "narrow", width: 390, height: 640, header: 48, scale: 2 },
] as const;

/**
 * Takes the pictures of the landing page: the dashboard of the demo data in both languages and themes, as AVIF and
 * WebP. Run `node scripts/landing-pictures.ts` when the dashboard looks different.
 */
await buildProduct();
// PostgreSQL refuses to run as root and then runs as another user, who must be able to enter this folder.
const dataDirectory = mkdtempSync(join(tmpdir(), "daymark-pictures-"));
chmodSync(dataDirectory, 0o711);
await seed();
const product = await startProduct({ env: { DATA_DIR: dataDirectory } });
try {
  const browser = await chromium.launch(await findChromium());
  for (const { username, language } of demoPeople) {
    for (const theme of ["light", "dark"] as const) {
      for (const frame of frames) await takePicture(browser, { username, language, theme, frame });
    }
  }
  await browser.close();
} finally {
  await product.stop();
  rmSync(dataDirectory, { recursive: true, force: true });
}

async function seed(): Promise<void> {
  const embedded = await startEmbedded({ dataDirectory });
  await migrateDatabase(embedded.ownerUrl);
  const { sql, db } = createDatabase(embedded.ownerUrl, { max: 1 });
  await seedDemo(db, toDayNumber(todayIn(Date.now(), Intl.DateTimeFormat().resolvedOptions().timeZone)));
  await sql.end();
  await embedded.stop();
}

interface Picture {
  username: string;
  language: string;
  theme: "light" | "dark";
  frame: (typeof frames)[number];
}

async function takePicture(browser: Browser, { username, language, theme, frame }: Picture): Promise<void> {
  const context = await browser.newContext({
    viewport: { width: frame.width, height: frame.height },
    deviceScaleFactor: frame.scale,
    locale: language,
    reducedMotion: "reduce",
  });
  await context.addInitScript((theme) => localStorage.setItem("theme", theme), theme);
  const page = await context.newPage();
  await page.goto(`${product.url}/login?lang=${language}`);
  await page.locator("input[name=username]").fill(username);
  await page.locator("input[name=password]").fill(demoPassword);
  await page.locator("main form button[type=submit]").click();
  await page.locator("table[role=grid]").first().waitFor();
  await page.locator(`html[data-theme="${theme}"]`).waitFor({ state: "attached" });
  // The log-in leaves a message, and the pointer over a day.
  await page.locator("p[data-type]").waitFor({ state: "detached" });
  await page.mouse.move(0, 0);
  await page.locator("[role=tooltip]").waitFor({ state: "detached" });
  await page.evaluate(() => document.fonts.ready);
  const { width, height, header } = frame;
  const clip = { x: 0, y: header, width, height: height - header };
  const shot = await page.screenshot({ animations: "disabled", clip });
  await context.close();
  for (const [format, encoded] of [
    ["avif", sharp(shot).avif({ quality: 55, effort: 6 })],
    ["webp", sharp(shot).webp({ quality: 80, effort: 6 })],
  ] as const) {
    const file = join(directory, `${frame.name}-${language}-${theme}.${format}`);
    await encoded.toFile(file);
    console.log(`${file.slice(dirname(directory).length + 1)}: ${(statSync(file).size / 1024).toFixed(1)} KiB`);
  }
}
