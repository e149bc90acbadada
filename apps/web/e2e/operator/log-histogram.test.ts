import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { checkStates } from "../stage/axe.ts";
import { createAdmin } from "../stage/database.ts";
import { expect, mouseAndTouch, press, type Stage, test } from "../stage/stage.ts";
import { newName } from "../stage/user.ts";
import { wordsOf } from "../stage/words.ts";

const file = "2026-03-14.log";
const first = Date.UTC(2026, 2, 14, 10);

/** Writes ten minutes of log with a line a second. Every hundredth line is an error of another route. */
function writeLog(stage: Stage): string {
  const app = `h${newName()
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, "")
    .slice(-12)}`;
  const folder = join(stage.mailDirectory, "..", "logs", app);
  mkdirSync(folder, { recursive: true });
  const lines = Array.from({ length: 600 }, (_, index) => {
    const isError = index % 100 === 50;
    return JSON.stringify({
      ...{ level: isError ? "error" : "info", time: new Date(first + index * 1000).toISOString() },
      ...{ route: isError ? "/api/export/" : "/api/habits/", message: `line ${index}` },
    });
  });
  writeFileSync(join(folder, file), `${lines.join("\n")}\n`);
  return `/logs/${app}/${file}`;
}

const shownLines = (page: Page) => page.locator("[data-row]");

test.for(mouseAndTouch)(
  "a press on a bar filters the lines by its time, which the URL contains, $language, $width px",
  async (visit, { stage }) => {
    const words = wordsOf(visit.language);
    const path = writeLog(stage);
    const page = await stage.visit({ ...visit, as: await createAdmin(stage) });
    await page.goto(`${path}?from=2026-03-14T10:00:00Z&to=2026-03-14T10:10:00Z`);
    const picture = page.getByRole("region", { name: words("Lines over time") });
    const total = (lines: number, errors: number) =>
      picture.getByText(
        words("{lines} lines, warnings: {warnings}, errors: {errors}", { lines, warnings: 0, errors }),
        {
          exact: true,
        },
      );
    await total(600, 6).waitFor();
    // The sixth bar of ten seconds covers 50 to 60 s.
    await press(picture.locator("[data-bar='5']"), visit);
    await page.waitForURL((url) => url.searchParams.get("from") === "2026-03-14T10:00:50.000Z");
    expect(new URL(page.url()).searchParams.get("to")).toBe("2026-03-14T10:01:00.000Z");
    await total(10, 1).waitFor();
    await shownLines(page).first().getByText("line 59", { exact: true }).waitFor();
    await expect.poll(() => shownLines(page).count()).toBe(10);
    // The URL reproduces the state, and the table has the numbers of the chart.
    await page.reload();
    await total(10, 1).waitFor();
    await press(
      picture.getByRole("button", { name: words("Table") }).or(picture.getByRole("radio", { name: words("Table") })),
      visit,
    );
    await picture.getByRole("table").waitFor();
    await press(picture.getByRole("button", { name: words("Whole file") }), visit);
    await page.waitForURL((url) => url.search === "");
    await total(600, 6).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  },
);

test("a user selects a time range by mouse or keys, and the back button removes it", async ({ stage }) => {
  const path = writeLog(stage);
  const page = await stage.visit({ as: await createAdmin(stage) });
  const whole = `${path}?from=2026-03-14T10%3A00%3A00.000Z&to=2026-03-14T10%3A10%3A00.000Z`;
  await page.goto(whole);
  const slider = page.getByRole("slider", { name: /Lines over time/ });
  await slider.waitFor();
  const centerOf = async (bar: number) => {
    const box = await page.locator(`[data-bar='${bar}']`).boundingBox();
    return { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 };
  };
  const [from, to] = [await centerOf(6), await centerOf(11)];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 5 });
  await page.mouse.up();
  await page.waitForURL((url) => url.searchParams.get("from") === "2026-03-14T10:01:00.000Z");
  expect(new URL(page.url()).searchParams.get("to")).toBe("2026-03-14T10:02:00.000Z");
  await page.getByText("60 lines, warnings: 0, errors: 0", { exact: true }).waitFor();
  await page.goBack();
  await page.getByText("600 lines, warnings: 0, errors: 6", { exact: true }).waitFor();

  // The newest bar has the focus first. Shift extends the range to the bar before it.
  await slider.focus();
  expect(await slider.getAttribute("aria-valuetext")).toContain("10 lines");
  await page.keyboard.press("Shift+ArrowLeft");
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => url.searchParams.get("from") === "2026-03-14T10:09:40.000Z");
  await page.getByText("20 lines, warnings: 0, errors: 0", { exact: true }).waitFor();
});

test("a filter selects the lines of a request's route, a legend names the colors, and axe finds no problem", async ({
  stage,
}) => {
  const path = writeLog(stage);
  const page = await stage.visit({ as: await createAdmin(stage) });
  await page.goto(path);
  await page.getByRole("searchbox", { name: "Path or route" }).fill("/API/export");
  await page.waitForURL((url) => url.searchParams.get("path") === "/API/export");
  await expect.poll(() => shownLines(page).count()).toBe(6);
  await page.getByText("6 lines, warnings: 0, errors: 6", { exact: true }).waitFor();
  const legend = page.getByRole("region", { name: "Lines over time" }).getByRole("listitem");
  expect(await legend.allInnerTexts()).toEqual(["Everything else", "Warnings", "Errors"]);
  await checkStates(page, [
    {
      name: "histogram",
      open: async () => {
        await page.goto(path);
        await page.getByText("600 lines, warnings: 0, errors: 6", { exact: true }).waitFor();
      },
    },
  ]);
});
