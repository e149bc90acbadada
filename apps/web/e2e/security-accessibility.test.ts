import { accessibilityFaults } from "./axe.ts";
import { acknowledge, firefoxOnWindows, grow10MinutesOld, logInFrom, safariOnPhone, scan } from "./security.ts";
import { dialogButton, dialogOf, openSettings, smallTargets } from "./settings.ts";
import { expect, type Stage, test, widths } from "./stage.ts";
import { password, type User } from "./user.ts";
import { wordsOf } from "./words.ts";

async function createBusyUser(stage: Stage): Promise<User> {
  const user = await stage.createUser();
  await logInFrom(stage.url, user, firefoxOnWindows);
  await logInFrom(stage.url, user, safariOnPhone);
  await user.call("POST", "/api-keys/", { name: "Weekly report", scopes: ["read", "write"] });
  return user;
}

test.for([
  { language: "uk", theme: "light" },
  { language: "en", theme: "dark" },
] as const)(
  "axe finds nothing in the security settings and their dialogs, $language, $theme",
  async (visit, { stage }) => {
    const words = wordsOf(visit.language);
    const page = await stage.visit({ ...visit, as: await createBusyUser(stage), touch: true });
    const faults: string[] = [];
    const look = async (name: string) => {
      for (const width of [widths.phone, widths.desktop]) {
        await page.setViewportSize({ width, height: 800 });
        for (const fault of await accessibilityFaults(page)) faults.push(`${name} at ${width}: ${fault}`);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        if (overflow > 0) faults.push(`${name} at ${width}: ${overflow} px too wide`);
        if (width === widths.phone) faults.push(...(await smallTargets(page)).map((target) => `${name}: ${target}`));
      }
    };
    const close = async () => {
      await page.keyboard.press("Escape");
      await dialogOf(page).waitFor({ state: "detached" });
    };
    await openSettings(page, "/settings/security");
    await page.locator("[data-session]").nth(2).waitFor();
    await page.getByRole("list", { name: words("Recent activity") }).waitFor();
    await look("page");
    await page.getByRole("button", { name: words("Change password") }).click();
    await dialogButton(page, words("Change password")).click();
    await dialogOf(page).locator("[aria-invalid=true]").first().waitFor();
    await look("change password with errors");
    await close();
    await page.locator("[data-session]").nth(1).getByRole("button").first().click();
    await dialogOf(page).getByRole("list").waitFor();
    await look("session");
    await close();
    await page.getByRole("button", { name: words("End all sessions") }).click();
    await look("end all sessions");
    await grow10MinutesOld(page, "session.endAll");
    stage.expectError(/status of 403/);
    await dialogButton(page, words("End all sessions")).click();
    await dialogOf(page)
      .getByRole("heading", { name: words("Confirm it’s you") })
      .waitFor();
    await look("step-up");
    await page.keyboard.press("Escape");
    await dialogOf(page)
      .getByRole("heading", { name: words("End all sessions?") })
      .waitFor();
    await close();
    await page.getByRole("button", { name: words("Create a key") }).click();
    await dialogOf(page).getByLabel(words("Name")).fill("Weekly report");
    await look("API key form");
    await dialogButton(page, words("Create key")).click();
    await page.locator("[data-api-key]").waitFor();
    await look("API key");
    await acknowledge(page, words);
    await page.getByRole("button", { name: words("Turn on") }).click();
    await dialogOf(page).getByLabel(words("Your password"), { exact: true }).fill(password);
    await look("two factors, password");
    await dialogButton(page, words("Continue")).click();
    const app = await scan(page);
    await look("two factors, QR code");
    await dialogOf(page).getByLabel(words("Security code")).pressSequentially(app.nextCode());
    await page.locator("[data-backup-code]").first().waitFor();
    await look("backup codes");
    await page.keyboard.press("Escape");
    await dialogOf(page)
      .getByRole("heading", { name: words("Close without saving it?") })
      .waitFor();
    await look("warning");
    await dialogButton(page, words("Go back")).click();
    await acknowledge(page, words);
    await look("page with two factors");
    await page.getByRole("button", { name: words("Turn off") }).click();
    await look("turn off");
    expect(faults).toEqual([]);
  },
);
