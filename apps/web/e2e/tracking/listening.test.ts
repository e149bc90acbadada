import { listen } from "../pages/listen.ts";
import { cellOf, expectResult, focusedCell, openDashboard } from "../stage/calendar.ts";
import { daysAgo } from "../stage/day.ts";
import { untilLoaded } from "../stage/requests.ts";
import { expect, test } from "../stage/stage.ts";
import { wordsOf } from "../stage/words.ts";

/** Complete announcements and names of cells. Comparing parts of a sentence would hide how the page composes them. */
const heard = {
  en: {
    awaiting: /^Run, .*, goal awaiting$/,
    added: "Run, today: 1 kilometer, goal awaiting.",
    done: "Run, today: 5 kilometers, goal achieved.",
    doneName: /^Run, .*, 5 kilometers, goal achieved$/,
    week: "Walk, today: 1 repetition, goal achieved, 1 of 2 this week.",
    note: "Walk, today: note saved.",
    undone: "Undone. Walk, today: note removed.",
    skipped: "Run, yesterday: skipped.",
    selected: "2 days of Run selected",
    filled: "Run, 2 days: 7 kilometers.",
    failed: /^Run, .*: not saved\. ./,
    waiting: /1 change waiting to be saved$/,
    waitingName: /^Walk, .*, waiting to be saved$/,
  },
  uk: {
    awaiting: /^Run, .*, ціль ще попереду$/,
    added: "Run, сьогодні: 1 кілометр, ціль ще попереду.",
    done: "Run, сьогодні: 5 кілометрів, ціль виконано.",
    doneName: /^Run, .*, 5 кілометрів, ціль виконано$/,
    week: "Walk, сьогодні: 1 повторення, ціль виконано, 1 / 2 цього тижня.",
    note: "Walk, сьогодні: нотатку збережено.",
    undone: "Скасовано. Walk, сьогодні: нотатку вилучено.",
    skipped: "Run, вчора: пропущено.",
    selected: "Run: вибрано 2 дні",
    filled: "Run, 2 дні: 7 кілометрів.",
    failed: /^Run, .*: не збережено\. ./,
    waiting: /1 зміна чекає на збереження$/,
    waitingName: /^Walk, .*, чекає на збереження$/,
  },
} as const;

test.for(["en", "uk"] as const)(
  "a screen reader user can record a day: names contain the state, and each action has one message, %s",
  async (language, { stage }) => {
    stage.expectError(/status of 500|ERR_INTERNET_DISCONNECTED|Failed to fetch/);
    const words = wordsOf(language);
    const expected = heard[language];
    const user = await stage.createUser();
    const run = await user.createHabit({ title: "Run", target: 5, unit: "kilometers" });
    const walk = await user.createHabit({ title: "Walk", schedule: { times_per_week: 2 } });
    const [today, yesterday] = [daysAgo(0), daysAgo(1)];
    const page = await stage.visit({ as: user, language });
    await openDashboard(page);
    const announcements = await listen(page);
    await page.getByRole("gridcell", { name: expected.awaiting, selected: false }).last().focus();

    await cellOf(page, run, today).focus();
    await page.keyboard.press("+");
    await expect.poll(announcements).toContain(expected.added);
    await page.keyboard.type("5");
    await expect.poll(() => page.getByLabel(words("Amount"), { exact: true }).inputValue()).toBe("5");
    await page.keyboard.press("Enter");
    await expect.poll(announcements).toContain(expected.done);
    await expect.poll(() => cellOf(page, run, today).getAttribute("aria-label")).toMatch(expected.doneName);
    // The focus moved to the next habit.
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await expect.poll(() => focusedCell(page)).toEqual({ habit: walk.id, day: today });
    await page.keyboard.press("Enter");
    await expect.poll(announcements).toContain(expected.week);
    await page.keyboard.press("n");
    const note = page.getByRole("textbox", { name: words("Note") });
    await expect.poll(() => note.evaluate((field) => field === document.activeElement)).toBe(true);
    await page.keyboard.type("in the rain");
    await page.keyboard.press("Control+Enter");
    await expect.poll(announcements).toContain(expected.note);
    await page.keyboard.press("Control+z");
    await expect.poll(announcements).toContain(expected.undone);

    await cellOf(page, run, yesterday).focus();
    await page.keyboard.press("s");
    await expect.poll(announcements).toContain(expected.skipped);
    await cellOf(page, run, daysAgo(3)).focus();
    await page.keyboard.press("Shift+ArrowRight");
    await expect.poll(announcements).toContain(expected.selected);
    await page.keyboard.press("7");
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Enter");
    await expect.poll(announcements).toContain(expected.filled);
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.keyboard.press("Escape");
    await expect.poll(() => page.locator('td[aria-selected="true"]').count()).toBe(0);
    const messages = await announcements();
    expect(new Set(messages).size).toBe(messages.length);

    const writes = /\/trpc\/[^?]*progress\.(set|increment|delete)/;
    await page.route(writes, (route) => route.fulfill({ status: 500, contentType: "application/json", body: "{}" }));
    await cellOf(page, run, today).focus();
    await page.keyboard.press("Backspace");
    await expect.poll(announcements).toContainEqual(expect.stringMatching(expected.failed));
    await expectResult(page, run, today, "achieved");
    await page.unroute(writes);

    await untilLoaded(page);
    await page.context().setOffline(true);
    await cellOf(page, walk, yesterday).focus();
    await page.keyboard.press("Enter");
    await expect.poll(announcements).toContainEqual(expect.stringMatching(expected.waiting));
    await expect.poll(() => cellOf(page, walk, yesterday).getAttribute("aria-label")).toMatch(expected.waitingName);
    await page.context().setOffline(false);
    await expect.poll(() => user.recorded(walk, yesterday)).toBe(1);
  },
);
