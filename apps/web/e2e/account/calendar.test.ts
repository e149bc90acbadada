import { acknowledge } from "../stage/security.ts";
import { dialogButton, dialogOf, openSettings, section } from "../stage/settings.ts";
import { expect, messageOf, test } from "../stage/stage.ts";
import { wordsOf } from "../stage/words.ts";

const uk = wordsOf("uk");

test("a calendar address is shown once, contains the chosen group's days, and stops working when it is revoked", async ({
  stage,
}) => {
  const user = await stage.createUser();
  await user.createHabit({ title: "Читати", group_name: "Вечір" });
  await user.createHabit({ title: "Бігати" });
  const page = await stage.visit({ as: user, language: "uk" });
  await openSettings(page, "/settings/connections");
  const card = section(page, uk("Calendars"));
  await card.getByRole("button", { name: uk("Add a calendar") }).click();
  await dialogOf(page)
    .getByRole("combobox", { name: uk("Habits") })
    .click();
  await page.getByRole("option", { name: "Вечір" }).click();
  const [due, done] = [uk("Due days"), uk("Done days (✓)")].map((name) => dialogOf(page).getByLabel(name));
  await due?.uncheck();
  await done?.uncheck();
  await dialogButton(page, uk("Create address")).click();
  await dialogOf(page).getByText(uk("Choose what the calendar shows.")).waitFor();
  await due?.check();
  await dialogButton(page, uk("Create address")).click();
  const url = (await page.locator("[data-calendar-url]").textContent()) ?? "";
  expect(await dialogOf(page).getByRole("link").getAttribute("href")).toBe(url.replace(/^https?:/, "webcal:"));
  await acknowledge(page, uk);
  await card.getByText("Вечір").waitFor();
  await card.getByText(uk("never read")).waitFor();

  const calendar = await fetch(url);
  const text = await calendar.text();
  expect(calendar.headers.get("content-type")).toContain("text/calendar");
  expect(text).toContain("SUMMARY:Читати");
  expect(text).not.toContain("Бігати");
  await card.getByRole("button", { name: uk("Revoke {name}", { name: "Вечір" }) }).click();
  await dialogButton(page, uk("Revoke")).click();
  await messageOf(page, uk("The calendar address no longer works.")).waitFor();
  await card.getByText("Вечір").waitFor({ state: "hidden" });
  expect((await fetch(url)).status).toBe(404);
});
