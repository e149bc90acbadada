import type { Locator, Page } from "playwright-core";
import { cellOf, expectResult, openDashboard } from "../stage/calendar.ts";
import { daysAgo } from "../stage/day.ts";
import { untilLoaded } from "../stage/requests.ts";
import { expect, type Stage, test } from "../stage/stage.ts";
import type { User } from "../stage/user.ts";

/** Two marks must differ in this many pixels, each by this step of grey. */
const pixelsMin = 12;
const greyStep = 40;

/** The pixels of a mark in greyscale, as a user without color vision sees it. */
async function greysOf(mark: Locator, paper: Page): Promise<number[]> {
  const picture = (await mark.screenshot({ animations: "disabled" })).toString("base64");
  return paper.evaluate(async (data) => {
    const image = new Image();
    image.src = `data:image/png;base64,${data}`;
    await image.decode();
    const canvas = document.createElement("canvas");
    // All marks get one size, because a user recognizes the shape and not a pixel of the cell.
    canvas.width = 40;
    canvas.height = 40;
    const context = canvas.getContext("2d") as CanvasRenderingContext2D;
    context.drawImage(image, 0, 0, 40, 40);
    const { data: pixels } = context.getImageData(0, 0, 40, 40);
    return Array.from({ length: 1600 }, (_, index) => {
      const [red = 0, green = 0, blue = 0] = pixels.slice(index * 4, index * 4 + 3);
      return Math.round(0.299 * red + 0.587 * green + 0.114 * blue);
    });
  }, picture);
}

function differing(one: readonly number[], other: readonly number[]): number {
  return one.filter((grey, index) => Math.abs(grey - (other[index] ?? 0)) > greyStep).length;
}

interface Shown {
  user: User;
  /** Names of marks, and the cells that show them. */
  cells: Record<string, { habit: { id: number }; day: string }>;
}

/** Creates a day with every mark. Marks with a number have the same one, so that it does not distinguish them. */
async function createEveryMark(stage: Stage): Promise<Shown> {
  const user = await stage.createUser();
  const done = await user.createHabit({ title: "Done", target: 4, unit: "kilometers" });
  const open = await user.createHabit({ title: "Open", target: 9, unit: "kilometers" });
  const kept = await user.createHabit({ title: "Kept", type: "bad", target: 5, unit: "kilometers" });
  const over = await user.createHabit({ title: "Over", type: "bad", target: 3, unit: "kilometers" });
  for (const habit of [done, open, kept, over]) await user.record(habit, daysAgo(5), 4);
  await user.record(open, daysAgo(0), 4);
  await user.call("PUT", `/habits/${done.id}/progress/${daysAgo(4)}/`, { skipped: true });
  await user.call("PUT", `/habits/${kept.id}/progress/${daysAgo(4)}/`, { confirmed: true });
  const dayOff = new Date(`${daysAgo(2)}T00:00:00Z`).getUTCDay() || 7;
  await user.call("PATCH", `/habits/${done.id}/`, { weekdays: [1, 2, 3, 4, 5, 6, 7].filter((day) => day !== dayOff) });
  return {
    user,
    cells: {
      achieved: { habit: done, day: daysAgo(5) },
      not_achieved: { habit: open, day: daysAgo(5) },
      awaiting: { habit: open, day: daysAgo(0) },
      not_exceeded: { habit: kept, day: daysAgo(5) },
      exceeded: { habit: over, day: daysAgo(5) },
      skipped: { habit: done, day: daysAgo(4) },
      rest: { habit: done, day: daysAgo(2) },
      "not achieved, nothing done": { habit: done, day: daysAgo(3) },
      "awaiting, nothing done": { habit: done, day: daysAgo(0) },
      confirmed: { habit: kept, day: daysAgo(4) },
      assumed: { habit: kept, day: daysAgo(3) },
      upcoming: { habit: done, day: daysAgo(-1) },
    },
  };
}

const looks = [
  { name: "in forced colours", colorScheme: "light", forcedColors: "active" },
  { name: "without colour, light", colorScheme: "light", forcedColors: "none" },
  { name: "without colour, dark", colorScheme: "dark", forcedColors: "none" },
] as const;

/** Emulates each theme and color mode one after the other, on a page with the System theme. */
async function inEachColorMode(page: Page, check: (look: string) => Promise<void>): Promise<void> {
  for (const { name, ...media } of looks) {
    await page.emulateMedia(media);
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe(media.colorScheme);
    await check(name);
  }
}

test("all marks are distinguishable in forced colors and without color, in light and dark", async ({ stage }) => {
  const { user, cells } = await createEveryMark(stage);
  const page = await stage.visit({ as: user, theme: "system" });
  await openDashboard(page);
  for (const [name, { habit, day }] of Object.entries(cells)) {
    const words = /^\w+$/.test(name) && !["confirmed", "assumed"].includes(name) ? name : undefined;
    if (words) await expectResult(page, habit, day, words);
  }
  const paper = await page.context().newPage();
  await inEachColorMode(page, async (look) => {
    const pictures: [string, number[]][] = [];
    for (const [name, { habit, day }] of Object.entries(cells)) {
      const mark = cellOf(page, habit, day).locator("span[data-result]");
      pictures.push([name, await greysOf(mark, paper)]);
    }
    const alike = pictures.flatMap(([name, greys], index) =>
      pictures
        .slice(index + 1)
        .filter(([, other]) => differing(greys, other) < pixelsMin)
        .map(([other]) => `${name} and ${other}`),
    );
    expect(alike, look).toEqual([]);
  });
});

test("a pending, noted or selected day is distinguishable in forced colors and without color, in light and dark", async ({
  stage,
}) => {
  stage.expectError(/ERR_INTERNET_DISCONNECTED/);
  const user = await stage.createUser();
  const walk = await user.createHabit({ title: "Walk" });
  for (const back of [3, 2, 1]) await user.record(walk, daysAgo(back), 1);
  await user.call("PUT", `/habits/${walk.id}/progress/${daysAgo(2)}/`, { note: "rain" });
  const page = await stage.visit({ as: user, theme: "system" });
  await openDashboard(page);
  await expectResult(page, walk, daysAgo(3), "achieved");
  // The browser loads dialogs at the first key or touch.
  await page.keyboard.press("Tab");
  await untilLoaded(page);
  await page.context().setOffline(true);
  await cellOf(page, walk, daysAgo(4)).click();
  await expect.poll(() => cellOf(page, walk, daysAgo(4)).getAttribute("aria-label")).toContain("waiting to be saved");
  await cellOf(page, walk, daysAgo(1)).focus();
  await page.keyboard.press("Shift+ArrowRight");
  // A separate test covers the mark of the focus, so the focus leaves the cell.
  await page.getByRole("heading", { level: 1 }).click();
  const paper = await page.context().newPage();
  const greys = async (back: number) => greysOf(cellOf(page, walk, daysAgo(back)), paper);
  await inEachColorMode(page, async (look) => {
    const plain = await greys(3);
    expect(differing(plain, await greys(2)), `a note ${look}`).toBeGreaterThanOrEqual(pixelsMin);
    expect(differing(plain, await greys(4)), `waiting ${look}`).toBeGreaterThanOrEqual(pixelsMin);
    expect(differing(plain, await greys(1)), `selected ${look}`).toBeGreaterThanOrEqual(pixelsMin);
  });
});
