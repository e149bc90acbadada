import { cellOf, openDashboard } from "../stage/calendar.ts";
import { daysAgo } from "../stage/day.ts";
import { expect, mouseAndTouch, test } from "../stage/stage.ts";
import { figureOf, fileOf, openReasons, openStatistics } from "../stage/statistics.ts";
import { wordsOf } from "../stage/words.ts";

test.for(mouseAndTouch)(
  "the page shows two hours and more as hours and minutes, and exports minutes, $language, $width px",
  async (visit, { stage }) => {
    const words = wordsOf(visit.language);
    const amount = (hours: number, minutes: number) =>
      visit.language === "en" ? `${hours}\u00a0h ${minutes}\u00a0min` : `${hours}\u00a0год ${minutes}\u00a0хв`;
    const user = await stage.createUser();
    const read = await user.createHabit({ title: "Read", target: 150, unit: "minutes", hue: 225 });
    const screen = await user.createHabit({ title: "Screen", type: "bad", target: 120, unit: "minutes", hue: 0 });
    const recorded = [125, 725, 90, 155];
    for (const [index, value] of recorded.entries()) {
      await user.record(read, daysAgo(index + 1), value);
      await user.record(screen, daysAgo(index + 1), value);
    }
    const page = await stage.visit({ ...visit, as: user });
    await openDashboard(page);

    for (const habit of [read, screen]) {
      const shown = ["2:05", "12:05", "90", "2:35"];
      for (const [index, text] of shown.entries()) {
        const cell = cellOf(page, habit, daysAgo(index + 1));
        expect(await cell.textContent()).toBe(text);
        const isInside = await cell.locator("[data-result] > span").evaluate((value) => {
          const [inner, outer] = [value, value.parentElement as Element].map((each) => each.getBoundingClientRect());
          return (
            (inner as DOMRect).left >= (outer as DOMRect).left && (inner as DOMRect).right <= (outer as DOMRect).right
          );
        });
        expect(isInside, `${habit.title}: ${text}`).toBe(true);
      }
      expect(await cellOf(page, habit, daysAgo(1)).getAttribute("aria-label")).toContain(amount(2, 5));
      expect(await cellOf(page, habit, daysAgo(2)).getAttribute("aria-label")).toContain(amount(12, 5));
    }

    const dialog = await openStatistics(page, read);
    // 125 + 725 + 90 + 155
    expect(await figureOf(dialog, words("Total"))).toBe(amount(18, 15));
    expect(await figureOf(dialog, words("Average"))).toBe(amount(4, 34));
    const { lines } = await fileOf(dialog, words("Year"), words);
    const days = lines.filter((line) => recorded.some((_, index) => line.startsWith(daysAgo(index + 1))));
    expect(days.map((line) => Number(line.split(",").at(-1))).sort()).toEqual([...recorded].sort());

    const reasons = await openReasons(page, read, words);
    expect(await reasons.textContent()).toContain(amount(2, 30));
  },
);
