import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type { Locator, Page } from "playwright-core";
import { checkRoutes, checkStates } from "../stage/axe.ts";
import { createAdmin, createReader, inDatabase } from "../stage/database.ts";
import { expect, type Stage, test } from "../stage/stage.ts";
import { newName } from "../stage/user.ts";
import { wordsOf } from "../stage/words.ts";

const words = wordsOf("en");
const file = "2026-03-14.log";
const lastLine = 2_499;

function entry(index: number, fields: object = {}): string {
  const [level, message] = index % 500 === 7 ? ["error", `failure ${index}`] : ["info", `request ${index}`];
  const time = new Date(Date.UTC(2026, 2, 14, 10) + index * 1000).toISOString();
  return `${JSON.stringify({ level, time, status: 200, ...fields, message })}\n`;
}

/** Writes a log file beside those of the product. */
function writeLog(stage: Stage, app: string) {
  const folder = join(stage.mailDirectory, "..", "logs", app);
  mkdirSync(folder, { recursive: true });
  const path = join(folder, file);
  writeFileSync(path, Array.from({ length: lastLine + 1 }, (_, index) => entry(index)).join(""));
  return { append: (...indexes: number[]) => appendFileSync(path, indexes.map((index) => entry(index)).join("")) };
}

const rows = (page: Page) => page.locator("[data-row]");
const list = (page: Page) => page.getByRole("list", { name: words("Lines, newest first") });

test("an admin finds a line in a log, follows the log, and shares the line by its URL", async ({ stage }) => {
  const { append } = writeLog(stage, "viewer");
  const admin = await createAdmin(stage);
  const page = await stage.visit({ as: admin });
  await page.goto("/logs");
  await expect.poll(() => page.title()).toBe("Log applications | Daymark");
  await page.getByRole("link", { name: "viewer" }).click();
  await page.getByRole("link", { name: "Mar 14, 2026" }).click();
  await rows(page).first().getByText(`request ${lastLine}`).waitFor();

  // The page renders only visible lines. Scrolling loads older ones, up to the first line of the file.
  expect(await rows(page).count()).toBeLessThan(100);
  await rows(page).first().focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page
    .locator("[data-row][aria-expanded=true]")
    .getByText(`request ${lastLine - 1}`)
    .waitFor();
  await page.getByText("2026-03-14 10:41:38.000 UTC").waitFor();
  await page.keyboard.press("Enter");
  await expect
    .poll(async () => {
      await page.keyboard.press("End");
      return rows(page).getByText("request 0", { exact: true }).count();
    })
    .toBe(1);
  expect(await rows(page).count()).toBeLessThan(100);

  const fontFamily = await rows(page)
    .first()
    .evaluate((row) => getComputedStyle(row).fontFamily);
  expect(fontFamily).toMatch(/monospace/);

  // The URL contains the filters.
  await page.getByRole("combobox", { name: words("Level") }).selectOption("error");
  await expect.poll(() => rows(page).count()).toBe(5);
  await page.getByRole("searchbox", { name: words("Search message and fields") }).fill("FAILURE 1507");
  await expect.poll(() => rows(page).count()).toBe(1);
  expect(new URL(page.url()).search).toBe("?level=error&search=FAILURE+1507");
  await page.getByRole("searchbox", { name: words("Search message and fields") }).fill("status=404");
  await page.getByText(words("No matching lines.")).waitFor();

  // The page shows new lines at the top, but holds them back while the reader is further down.
  await page.goto(`/logs/viewer/${file}`);
  await rows(page).first().waitFor();
  await page.getByRole("button", { name: words("Follow") }).click();
  await page.getByRole("button", { name: words("Stop following") }).waitFor();
  append(3_000, 3_001);
  await rows(page).first().getByText("request 3001").waitFor();
  const scroller = list(page).locator("..");
  await scroller.evaluate((element) => element.scrollTo({ top: 900 }));
  // The list handles the scroll in the next frame. Then it holds back new lines and no longer renders its first rows.
  await rows(page).first().getByText("request 3001").waitFor({ state: "detached" });
  const held = await rows(page).nth(20).getAttribute("data-row");
  const place = () => page.locator(`[data-row="${held}"]`).evaluate((row) => row.getBoundingClientRect().top);
  const before = await place();
  append(3_002, 3_003, 3_004);
  const news = page.getByRole("button", { name: "3 new lines" });
  await news.waitFor();
  expect(Math.abs((await place()) - before)).toBeLessThan(1);
  await news.click();
  await rows(page).first().getByText("request 3004").waitFor();

  // The URL of an old line opens at that line, with its surroundings.
  const { results } = await admin.call<{ results: { offset: number }[] }>(
    "GET",
    `/logs/viewer/${file}/?search=failure%20507`,
  );
  const offset = results[0]?.offset ?? -1;
  await page.goto(`/logs/viewer/${file}?line=${offset}`);
  const marked = page.locator("li[aria-current=location]");
  await marked.getByText("failure 507").waitFor();
  await expect
    .poll(() =>
      marked.evaluate((row) => {
        const list = row.parentElement?.parentElement?.getBoundingClientRect();
        const { top, bottom } = row.getBoundingClientRect();
        return list !== undefined && top >= list.top && bottom <= list.bottom;
      }),
    )
    .toBe(true);
  await page.getByText("request 510").waitFor();

  const reader = await stage.visit({ as: await createReader(stage) });
  stage.expectError(/404/);
  await reader.goto("/logs");
  await reader.waitForURL("**/not-found");
});

test("downloads of logs and backups need a step-up and are recorded in the audit trail", async ({ stage }) => {
  // The browser logs each 403.
  stage.expectError(/status of 403/);
  writeLog(stage, "handed");
  const backups = join(stage.mailDirectory, "..", "backups");
  const backup = `${newName("backup").replaceAll("_", "-")}.tar.gz`;
  mkdirSync(backups, { recursive: true });
  writeFileSync(join(backups, backup), backup);
  for (const { path, button, name, ends, action } of [
    {
      path: `/logs/handed/${file}`,
      button: "Download",
      name: `daymark-handed-${file}`,
      ends: entry(lastLine),
      action: "log.file.get",
    },
    { path: "/admin/files", button: `Download ${backup}`, name: backup, ends: backup, action: "dataFile.backup" },
  ]) {
    const admin = await createAdmin(stage);
    const { username } = admin;
    await inDatabase(
      stage,
      (sql) => sql`update sessions set fresh_until = now() - interval '1 minute' from users
        where users.id = sessions.user_id and users.username = ${username}`,
    );
    const page = await stage.visit({ as: admin });
    const saved: string[] = [];
    page.on("download", (download) => saved.push(download.suggestedFilename()));
    await page.goto(path);
    const download = page.getByRole("button", { name: button, exact: true });
    const asked = page.getByRole("dialog", { name: words("Confirm it’s you") });
    await download.click();
    await asked.waitFor();
    await page.keyboard.press("Escape");
    await asked.waitFor({ state: "detached" });
    await expect.poll(() => download.getAttribute("aria-busy")).toBe(null);
    expect(saved).toEqual([]);

    await download.click();
    await asked.getByLabel(words("Password"), { exact: true }).fill(admin.password);
    const [handed] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")]);
    expect(handed.suggestedFilename()).toBe(name);
    expect((await text(await handed.createReadStream())).endsWith(ends)).toBe(true);

    // The audit trail contains both downloads. The admin can download the trail with its current filters.
    await page.goto(`/admin/audit?actor=${username}&action=${action}`);
    const [trail] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: words("Save as CSV") }).click(),
    ]);
    expect(trail.suggestedFilename()).toMatch(/^audit-\d{4}-\d\d-\d\d\.csv$/);
    const csv = await text(await trail.createReadStream());
    const outcomes = csv.match(/done|step_up_required/g);
    expect([outcomes, csv.split(action).length - 1], csv).toEqual([
      ["done", "step_up_required", "step_up_required"],
      3,
    ]);
  }
});

test("axe finds no problem on the log pages", async ({ stage }) => {
  writeLog(stage, "seen");
  stage.expectError(/404/);
  const page = await stage.visit({ language: "en", theme: "light", as: await createAdmin(stage) });
  const open = (path: string, shown: Locator) => async () => {
    await page.goto(path);
    await shown.waitFor();
  };
  await checkRoutes(page, [
    { name: "apps", open: open("/logs", page.getByRole("link", { name: "seen" })) },
    { name: "files", open: open("/logs/seen", page.getByRole("link", { name: "Mar 14, 2026" })) },
    {
      name: "lines, one of them open",
      open: async () => {
        await page.goto(`/logs/seen/${file}?search=failure`);
        await rows(page).nth(1).click();
        await page.locator("[data-row][aria-expanded=true]").waitFor();
      },
    },
  ]);
  await checkStates(page, [
    { name: "no such file", open: open("/logs/seen/2020-01-01.log", page.getByText(words("No such log"))) },
  ]);
});
