import type { Page } from "playwright-core";
import { accessibilityFaults, checkStates, chooseElsewhere } from "../stage/axe.ts";
import { cellOf, openDashboard } from "../stage/calendar.ts";
import { daysAgo } from "../stage/day.ts";
import { putOnPaidPlan } from "../stage/plan.ts";
import { fakePush, untilWorkerReady } from "../stage/push.ts";
import { dialogOf, openSettings, section } from "../stage/settings.ts";
import { expect, press, type Stage, test } from "../stage/stage.ts";
import { logIn } from "../stage/user.ts";

/** axe checks what opens over the dashboard. `dashboard-states.test.ts` covers the dashboard itself. */

const timeout = 300_000;

async function createGrouped(stage: Stage) {
  const user = await stage.createUser();
  await putOnPaidPlan(stage, user);
  const read = await user.createHabit({ title: "Read", target: 30, unit: "minutes", hue: 225, group_name: "Evening" });
  const sweets = await user.createHabit({ title: "Sweets", type: "bad", target: 2, group_name: "Evening" });
  await user.createHabit({ title: "Stretch", unit_label: "set, sets", time_of_day: "morning" });
  await user.record(read, daysAgo(1), 35);
  await user.call("POST", "/vacations/", { from: daysAgo(5), to: daysAgo(5) });
  return { user, read, sweets };
}

async function closeDialog(page: Page) {
  await page.keyboard.press("Escape");
  await page.locator("[role=dialog], [role=alertdialog], [role=menu]").waitFor({ state: "detached" });
}

async function choose(page: Page, button: string, item: string) {
  await page.getByRole("button", { name: button, exact: true }).first().click();
  await press(page.getByRole("menuitem", { name: item }));
  await dialogOf(page).waitFor();
}

/** Closes the current dialog before it opens the next one. */
const next = (page: Page, open: () => Promise<unknown>) => async () => {
  await closeDialog(page);
  await open();
};

test("axe finds no problem in dialogs for all habits", { timeout }, async ({ stage }) => {
  const { user } = await createGrouped(stage);
  const { id } = await user.createHabit({ title: "Deleted" });
  await user.call("DELETE", `/habits/${id}/`);
  const page = await stage.visit({ language: "en", theme: "light", as: user });
  await openDashboard(page);
  const more = (item: string) => next(page, () => choose(page, "More dashboard options", item));
  const year = daysAgo(0).slice(0, 4);
  await checkStates(page, [
    {
      name: "the settings",
      open: async () => {
        await page.getByRole("button", { name: "Dashboard settings" }).click();
        await dialogOf(page).waitFor();
      },
    },
    { name: "a vacation", open: more("Vacation") },
    {
      name: "the trash",
      open: async () => {
        await more("Trash")();
        await dialogOf(page).getByText("Deleted").first().waitFor();
      },
    },
    { name: "arranging", open: more("Arrange habits") },
    { name: "the picture of a year", open: more("Year picture") },
    {
      name: "the menu",
      open: next(page, async () => {
        await page.getByRole("button", { name: "More dashboard options" }).click();
        await page.getByRole("menu").waitFor();
      }),
    },
    {
      name: "the months",
      open: next(page, async () => {
        await page
          .getByRole("button", { name: new RegExp(` ${year}`) })
          .first()
          .click();
        await dialogOf(page).waitFor();
      }),
    },
  ]);
});

test("axe finds no problem in dialogs for a habit or a group", { timeout }, async ({ stage }) => {
  const { user, read } = await createGrouped(stage);
  const page = await stage.visit({ language: "en", theme: "light", as: user });
  await openDashboard(page);
  const header = page.locator(`[data-habit-header="${read.id}"]`);
  const group = "Actions for group Evening";
  const ofHabit = (item: string) =>
    next(page, async () => {
      await header.click();
      await press(page.getByRole("menuitem", { name: item }));
      await dialogOf(page).waitFor();
    });
  await checkStates(page, [
    {
      name: "the menu of a habit",
      open: async () => {
        await header.click();
        await page.getByRole("menu").waitFor();
      },
    },
    {
      name: "the menu of a group",
      open: next(page, async () => {
        await page.getByRole("button", { name: group }).first().click();
        await page.getByRole("menu").waitFor();
      }),
    },
    { name: "the name of a group", open: next(page, () => choose(page, group, "Rename group")) },
    { name: "editing a habit", open: ofHabit("Edit") },
    {
      name: "a word of one's own",
      open: next(page, async () => {
        await page.locator('[data-habit-header][title="Stretch"]').click();
        await press(page.getByRole("menuitem", { name: "Edit" }));
        await dialogOf(page).getByRole("textbox", { name: "After 1" }).waitFor();
      }),
    },
    { name: "deleting a habit", open: ofHabit("Delete") },
    {
      name: "a new habit, with what is wrong in it",
      open: next(page, async () => {
        await page.getByRole("button", { name: "New habit" }).click();
        await dialogOf(page).getByRole("button", { name: "Create habit" }).click();
        await dialogOf(page).locator("[aria-invalid=true]").first().waitFor();
      }),
    },
  ]);
});

test("axe finds no problem on the printed sheet", { timeout }, async ({ stage }) => {
  const { user } = await createGrouped(stage);
  const page = await stage.visit({ language: "en", theme: "light", as: user });
  // The sheet stays until the browser reports the end of printing.
  await page.addInitScript(() => {
    window.print = () => {};
  });
  await openDashboard(page);
  await page.getByRole("button", { name: "More dashboard options" }).click();
  await press(page.getByRole("menuitem", { name: "Print this month" }));
  await page.locator(".print-sheet").waitFor({ state: "attached" });
  await page.emulateMedia({ media: "print" });
  // Screen readers do not read the printed sheet. The test removes `aria-hidden`, so that axe checks it.
  await page.locator(".print-sheet").evaluate((sheet) => sheet.removeAttribute("aria-hidden"));
  for (const language of ["en", "uk"]) {
    await chooseElsewhere(page, "language", language);
    await page.locator(`html[lang="${language}"]`).waitFor({ state: "attached" });
    expect(await accessibilityFaults(page, { rules: "of colors" })).toEqual([]);
  }
});

test("axe finds no problem in reminders and notifications in any state", { timeout }, async ({ stage }) => {
  const user = await stage.createUser();
  const habit = await user.createHabit({ title: "Yoga" });
  await user.call("POST", "/reminders/", { habit_id: habit.id, time: "06:15", by_mail: true });
  for (const answer of ["granted", "denied"] as const) {
    const page = await stage.visit({
      language: "en",
      theme: "light",
      as: await logIn(stage.url, user),
      touch: true,
      withServiceWorker: true,
    });
    await fakePush(page, { answer, isAsked: answer === "denied" });
    await openDashboard(page);
    const open = async () => {
      await page.locator(`[data-habit-header="${habit.id}"]`).click();
      await press(page.getByRole("menuitem", { name: "Reminders" }));
      await dialogOf(page).getByRole("button", { name: "Add a reminder" }).waitFor();
    };
    const targets = { hasTargets: true };
    const settings = {
      name: `the settings, ${answer}`,
      open: async () => {
        await openSettings(page, "/settings");
        await section(page, "Reminders").waitFor();
      },
    };
    if (answer === "denied") await checkStates(page, [{ name: "refused", open, ...targets }, settings]);
    else {
      const turnOn = async () => {
        await untilWorkerReady(page);
        await dialogOf(page).getByRole("button", { name: "Turn on notifications" }).click();
        await dialogOf(page).getByRole("button", { name: "Send a test notification" }).waitFor();
      };
      await checkStates(page, [
        { name: "not asked yet", open, ...targets },
        { name: "on", open: turnOn, ...targets },
        settings,
      ]);
    }
  }
});

test("axe finds no problem with queued and conflicting changes", { timeout }, async ({ stage }) => {
  stage.expectError(/ERR_INTERNET_DISCONNECTED|Failed to fetch|status of 4(04|09)/);
  const user = await stage.createUser();
  const run = await user.createHabit({ title: "Run", target: 5, unit: "kilometers" });
  const swim = await user.createHabit({ title: "Swim" });
  const [today, yesterday] = [daysAgo(0), daysAgo(1)];
  const page = await stage.visit({ language: "en", theme: "light", as: user, withServiceWorker: true });
  await openDashboard(page);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");
  await checkStates(page, [
    {
      name: "waiting",
      open: async () => {
        await page.context().setOffline(true);
        await cellOf(page, run, today).focus();
        await page.keyboard.type("5");
        await page.keyboard.press("Enter");
        // A closing entry takes the focus again.
        await page.getByRole("dialog").waitFor({ state: "detached" });
        await cellOf(page, swim, yesterday).focus();
        await page.keyboard.press("Enter");
        await page.locator(".calendar-waiting").nth(1).waitFor({ state: "attached" });
      },
    },
    {
      name: "to decide",
      open: async () => {
        await user.record(run, today, 3);
        await user.call("DELETE", `/habits/${swim.id}/`);
        await page.context().setOffline(false);
        await page.getByRole("region", { name: "2 changes need" }).waitFor();
      },
    },
  ]);
});
