import { accessibilityFaults } from "./axe.ts";
import { dialogOf, openSettings, smallTargets } from "./settings.ts";
import { expect, test, widths } from "./stage.ts";
import { wordsOf } from "./words.ts";

test.for([
  { language: "uk", theme: "light" },
  { language: "en", theme: "dark" },
] as const)(
  "axe finds nothing in the general settings and their dialogs, $language, $theme",
  async (visit, { stage }) => {
    const words = wordsOf(visit.language);
    const user = await stage.createUser();
    const page = await stage.visit({ ...visit, as: user, touch: true });
    const faults: string[] = [];
    const look = async (name: string) => {
      for (const width of [widths.phone, widths.desktop]) {
        await page.setViewportSize({ width, height: 800 });
        const found = await accessibilityFaults(page);
        faults.push(...found.filter((fault) => !isFocusGuard(fault)).map((fault) => `${name} at ${width}: ${fault}`));
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        if (overflow > 0) faults.push(`${name} at ${width}: ${overflow} px too wide`);
        const small = await smallTargets(page);
        if (width === widths.phone) faults.push(...small.map((target) => `${name}: ${target}`));
      }
    };
    await openSettings(page, "/settings");
    await page.getByRole("combobox").first().waitFor();
    await look("page");
    await page.getByRole("button", { name: words("Change time zone") }).click();
    await page.getByRole("combobox", { name: words("Time zone") }).fill("kyiv");
    await page.getByRole("option").first().waitFor();
    await look("time zones");
    await page.keyboard.press("Escape");
    for (const opener of ["Change username", "Change email", "Delete account…"]) {
      await page.getByRole("button", { name: words(opener) }).click();
      await dialogOf(page).waitFor();
      await look(opener);
      await dialogOf(page).locator("button[type=submit]").click();
      await dialogOf(page).locator("[aria-invalid=true]").first().waitFor();
      await look(`${opener} with errors`);
      await page.keyboard.press("Escape");
      await dialogOf(page).waitFor({ state: "detached" });
    }
    expect(faults).toEqual([]);
  },
);

/** The edges of a popup that is no dialog: they hand the focus on the moment they get it, so nobody rests on them. */
function isFocusGuard(fault: string): boolean {
  return fault.startsWith("aria-hidden-focus:") && fault.includes("[data-base-ui-focus-guard");
}
