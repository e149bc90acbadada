import type { Page, Route } from "playwright-core";
import { accessibilityFaults } from "../stage/axe.ts";
import { acknowledge } from "../stage/security.ts";
import { dialogButton, dialogOf, openSettings, section } from "../stage/settings.ts";
import { expect, messageOf, mouseAndTouch, press, test } from "../stage/stage.ts";
import { wordsOf } from "../stage/words.ts";

const pages = {
  en: { add: "Add 1", remember: "From now on, record at once on this device", undo: "Undo", again: "Ask me first" },
  uk: {
    add: "Додати 1",
    remember: "Надалі на цьому пристрої записувати одразу",
    undo: "Скасувати",
    again: "Знову питати",
  },
};

test.for(mouseAndTouch)(
  "a one-tap link asks once on a device, then records on opening, and can be undone and revoked, $language, $width px",
  async (visit, { stage }) => {
    const words = wordsOf(visit.language);
    const user = await stage.createUser();
    const habit = await user.createHabit({ title: "Вода", unit: "cups", target: 8 });
    const settings = await stage.visit({ ...visit, as: user });
    await openSettings(settings, "/settings/connections");
    const card = section(settings, words("One-tap links"));
    await press(card.getByRole("button", { name: words("Add a link") }), visit);
    await press(dialogButton(settings, words("Create link")), visit);
    const url = (await settings.locator("[data-tap-url]").textContent()) ?? "";
    await dialogOf(settings)
      .getByRole("img", { name: words("QR code of the link") })
      .waitFor();
    await acknowledge(settings, words);
    await card.getByText("Вода").waitFor();
    const { results } = await user.call<{ results: { value: number }[] }>(
      "GET",
      `/habits/${habit.id}/progress/?from=today&to=today`,
    );
    expect(results).toEqual([]);
    const value = async () => {
      const range = `/habits/${habit.id}/progress/?from=today&to=today`;
      return (await user.call<{ results: { value: number }[] }>("GET", range)).results[0]?.value ?? null;
    };

    // The owner's phone has no session. The user opens the link by its address.
    const phone = await stage.visit({ ...visit, width: 320, locale: visit.language === "uk" ? "uk-UA" : "en-US" });
    const page = pages[visit.language];
    await phone.goto(url);
    const button = phone.getByRole("button", { name: page.add });
    await button.waitFor();
    expect(await accessibilityFaults(phone, { mustFit: true })).toEqual([]);
    expect(await value()).toBeNull();
    await phone.getByRole("checkbox", { name: page.remember }).check();
    await press(button, visit);
    await phone.getByRole("button", { name: page.undo }).waitFor();
    expect(await accessibilityFaults(phone, { mustFit: true })).toEqual([]);
    expect(await value()).toBe(1);
    await press(phone.getByRole("button", { name: page.undo }), visit);
    await phone.getByRole("button", { name: page.undo }).waitFor({ state: "hidden" });
    await expect.poll(value).toBeNull();

    await phone.goto(url);
    await expect.poll(value).toBe(1);
    await phone.getByRole("button", { name: page.undo }).waitFor();
    // A reload of the page records nothing.
    await phone.reload();
    await phone.getByRole("button", { name: page.again }).waitFor();
    await phone.waitForLoadState("networkidle");
    expect(await value()).toBe(1);
    await press(phone.getByRole("button", { name: page.again }), visit);
    await phone.getByRole("checkbox", { name: page.remember }).waitFor();

    await press(card.getByRole("button", { name: words("Revoke {name}", { name: "Вода" }) }), visit);
    await press(dialogButton(settings, words("Revoke")), visit);
    await messageOf(settings, words("The link no longer works.")).waitFor();
    stage.expectError(/404/);
    await phone.goto(url);
    await button.waitFor({ state: "detached" });
    expect(await phone.getByRole("heading").textContent()).toMatch(/link does not work|посилання не діє/);
  },
);

test("a tap without a network says that nothing was recorded, and can be tried again", async ({ stage }) => {
  const user = await stage.createUser();
  const { id } = await user.createHabit({ title: "Run" });
  const { url } = await user.call<{ url: string }>("POST", "/habit-links/", { habit_id: id, purpose: "done" });
  stage.expectError(/ERR_INTERNET_DISCONNECTED/);
  const page = await stage.visit({ language: "en" });
  await page.goto(url);
  await page.context().setOffline(true);
  await page.getByRole("button", { name: "Mark as done" }).click();
  await page.getByText("No connection, so nothing was recorded.").waitFor();
  await page.context().setOffline(false);
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByText("Recorded", { exact: true }).waitFor();
});

test.for([
  ["One-tap links", "Add a link", "Create link"],
  ["Badges", "Add a badge", "Create address"],
] as const)(
  "%s: while the habits load or if they cannot, the form does not say that there are none",
  async ([card, add, create], { stage }) => {
    const user = await stage.createUser();
    await user.createHabit({ title: "Run" });
    // Each visit uses a new browser, because a browser caches loaded habits.
    const open = async (answer: (route: Route) => Promise<void>) => {
      const page = await stage.visit({ as: user, language: "en" });
      await page.route(/\/trpc\/[^?]*habit\.list/, answer);
      await openSettings(page, "/settings/connections");
      await section(page, card).getByRole("button", { name: add }).click();
      await dialogButton(page, create).waitFor();
      return page;
    };
    const none = (page: Page) => dialogOf(page).getByText("Create a habit first.").count();
    const held = Promise.withResolvers<void>();
    const slow = await open(async (route) => {
      await held.promise;
      await route.continue();
    });
    expect(await dialogButton(slow, create).isDisabled()).toBe(true);
    expect(await none(slow)).toBe(0);
    held.resolve();
    await dialogOf(slow).getByRole("combobox", { name: "Habit" }).waitFor();
    await expect.poll(() => dialogButton(slow, create).isEnabled()).toBe(true);

    stage.expectError(/ERR_FAILED/);
    const failing = await open((route) => route.abort());
    await dialogOf(failing)
      .getByText("The server could not be reached. Check your connection and try again.")
      .waitFor();
    expect(await none(failing)).toBe(0);
    expect(await dialogButton(failing, create).isDisabled()).toBe(true);
  },
);
