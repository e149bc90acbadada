import { checkRoutes, checkStates, chooseElsewhere } from "../stage/axe.ts";
import { dialogOf, openSettings, section } from "../stage/settings.ts";
import { expect, test, widths } from "../stage/stage.ts";

test("axe finds no problem in the general settings and their dialogs", { timeout: 120_000 }, async ({ stage }) => {
  const page = await stage.visit({ language: "en", theme: "light", as: await stage.createUser(), touch: true });
  const openPage = async () => {
    await openSettings(page, "/settings");
    await page.getByRole("combobox").first().waitFor();
    await section(page, "Your data").waitFor();
  };
  const dialogs = ["Change username", "Change email", "Delete account…"].flatMap((name) => [
    {
      name,
      open: async () => {
        await page.keyboard.press("Escape");
        await dialogOf(page).waitFor({ state: "detached" });
        await page.getByRole("button", { name }).click();
        await dialogOf(page).waitFor();
      },
      hasTargets: true,
    },
    {
      name: `${name}, with errors`,
      open: async () => {
        await dialogOf(page).locator("button[type=submit]").click();
        await dialogOf(page).locator("[aria-invalid=true]").first().waitFor();
      },
      hasTargets: true,
    },
  ]);
  await checkRoutes(page, [{ name: "page", open: openPage, hasTargets: true }]);
  await checkStates(page, [
    {
      name: "time zones",
      open: async () => {
        await page.getByRole("button", { name: "Change time zone" }).click();
        await page.getByRole("combobox", { name: "Time zone" }).fill("kyiv");
        await page.getByRole("option").first().waitFor();
      },
      hasTargets: true,
    },
    ...dialogs,
  ]);
});

test("axe finds no problem in the connections and their dialogs", { timeout: 120_000 }, async ({ stage }) => {
  const page = await stage.visit({ language: "en", theme: "light", as: await stage.createUser(), touch: true });
  const openPage = async () => {
    await openSettings(page, "/settings/connections");
    await section(page, "Webhooks").waitFor();
  };
  const dialogs = ["Add a calendar", "Add a link", "Add a badge", "Add a webhook"].map((name) => ({
    name,
    open: async () => {
      await page.keyboard.press("Escape");
      await dialogOf(page).waitFor({ state: "detached" });
      await page.getByRole("button", { name }).click();
      await dialogOf(page).waitFor();
    },
    hasTargets: true,
  }));
  await checkRoutes(page, [{ name: "page", open: openPage, hasTargets: true }]);
  await checkStates(page, dialogs);
});

test.for([
  ["/settings", "Your data"],
  ["/settings/connections", "Webhooks"],
] as const)("no card of %s is cut off on a phone, in either language", async ([path, last], { stage }) => {
  const page = await stage.visit({ language: "en", as: await stage.createUser(), width: widths.phone, touch: true });
  await openSettings(page, path);
  await section(page, last).waitFor();
  for (const language of ["en", "uk"]) {
    await chooseElsewhere(page, "language", language);
    await page.locator(`html[lang="${language}"]`).waitFor({ state: "attached" });
    const cut = await page
      .locator("main section")
      .evaluateAll((cards) =>
        cards.filter((card) => card.scrollWidth > card.clientWidth).map((card) => card.outerHTML),
      );
    expect(cut).toEqual([]);
  }
});
