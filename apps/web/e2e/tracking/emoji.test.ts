import type { Page } from "playwright-core";
import { cachedAnswers, waitUntilCached } from "../pages/restored.ts";
import { openDashboard } from "../stage/calendar.ts";
import { expect, mouseAndTouch, press, test } from "../stage/stage.ts";
import type { Habit, User } from "../stage/user.ts";
import { wordsOf } from "../stage/words.ts";

const noNetwork = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch/;

async function storedEmojis(user: User) {
  const { results } = await user.call<{ results: (Habit & { emoji: string | null })[] }>("GET", "/habits/");
  return results.map(({ emoji }) => emoji);
}

/** The habit's header in the calendar. Its label is the title without the emoji. */
const headOf = (page: Page) => page.locator('[data-habit-header][title="Run"]');

test.for(mouseAndTouch)(
  "a user types or chooses a habit's emoji, sees it before the title, also after a reload and offline, and removes it, $language, $width px",
  async (visit, { stage }) => {
    const words = wordsOf(visit.language);
    stage.expectError(noNetwork);
    const user = await stage.createUser();
    await user.createHabit({ title: "Read" });
    const page = await stage.visit({ ...visit, as: user, withServiceWorker: true });
    await openDashboard(page);
    const dialog = page.getByRole("dialog");
    const field = dialog.getByRole("textbox", { name: words("Emoji") });
    const edit = async () => {
      await press(headOf(page), visit);
      await press(page.getByRole("menuitem", { name: words("Edit") }), visit);
      await field.waitFor();
    };

    await press(page.getByRole("button", { name: words("New habit") }), visit);
    await dialog.getByRole("textbox", { name: words("Title") }).fill("Run");
    await field.fill("🏃🏃");
    await dialog.getByRole("textbox", { name: words("Title") }).focus();
    const refusal = {
      en: "Enter exactly one emoji, or leave the field empty.",
      uk: "Введіть рівно одне емодзі або залиште поле порожнім.",
    };
    await dialog.getByText(refusal[visit.language]).waitFor();
    await field.fill("🏃");
    await dialog.getByText(refusal[visit.language]).waitFor({ state: "detached" });
    await press(dialog.getByRole("button", { name: words("Create habit") }), visit);
    await expect.poll(() => headOf(page).textContent()).toMatch(/^🏃\s+Run/);
    expect(await storedEmojis(user)).toEqual([null, "🏃"]);

    await edit();
    expect(await field.inputValue()).toBe("🏃");
    await press(dialog.getByRole("button", { name: "📖" }), visit);
    expect(await field.inputValue()).toBe("📖");
    await press(dialog.getByRole("button", { name: words("Save") }), visit);
    await expect.poll(() => headOf(page).textContent()).toMatch(/^📖\s+Run/);

    await waitUntilCached(page, visit.language);
    await expect.poll(async () => JSON.stringify(await cachedAnswers(page))).toContain('"emoji":"📖"');
    await page.reload();
    await expect.poll(() => headOf(page).textContent()).toMatch(/^📖\s+Run/);
    await page.context().setOffline(true);
    await page.reload();
    await expect.poll(() => headOf(page).textContent()).toMatch(/^📖\s+Run/);
    await page.context().setOffline(false);

    await edit();
    await field.fill("");
    await press(dialog.getByRole("button", { name: words("Save") }), visit);
    await expect.poll(() => headOf(page).textContent()).toMatch(/^Run/);
    expect(await storedEmojis(user)).toEqual([null, null]);
  },
);
