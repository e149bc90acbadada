import { acknowledge, callApi, readAuthenticator, turnOnTwoFactor, untilSubmittable } from "../stage/security.ts";
import { dialogButton, dialogOf, openSettings, type Profile, section, smallTargets } from "../stage/settings.ts";
import { expect, messageOf, test, widths } from "../stage/stage.ts";
import { logIn, password } from "../stage/user.ts";
import { wordsOf } from "../stage/words.ts";

const uk = wordsOf("uk");

test("a user changes the password: errors are shown at their fields, and other sessions end", async ({ stage }) => {
  stage.expectError(/status of 400/);
  const user = await stage.createUser();
  const elsewhere = await logIn(stage.url, user);
  const page = await stage.visit({ as: user, language: "uk" });
  await openSettings(page, "/settings/security");
  await page.getByRole("button", { name: uk("Change password") }).click();
  await expect.poll(() => page.title()).toBe("Зміна пароля | Daymark");
  const fill = async (present: string, next: string, again = next) => {
    await dialogOf(page).getByLabel(uk("Current password"), { exact: true }).fill(present);
    await dialogOf(page).getByLabel(uk("New password"), { exact: true }).fill(next);
    await dialogOf(page).getByLabel(uk("Repeat the password"), { exact: true }).fill(again);
    await dialogButton(page, uk("Change password")).click();
  };
  const next = "Another-Horse-8";
  await fill(password, "weak");
  await dialogOf(page)
    .getByText(uk("The password must mix letter cases, numbers and special symbols and be at least 8 characters."))
    .waitFor();
  await fill(password, next, "Another-Horse-9");
  await dialogOf(page).getByText(uk("Passwords do not match.")).waitFor();
  await fill("Wrong-Horse-7", next);
  await dialogOf(page).getByText(uk("The password entered is incorrect.")).waitFor();
  expect(await dialogOf(page).getByLabel(uk("New password"), { exact: true }).inputValue()).toBe(next);
  await fill(password, password);
  await dialogOf(page).getByText(uk("This is already your password. Choose another one.")).waitFor();
  await fill(password, next);
  await messageOf(page, uk("Your password has been changed! Your other sessions have been terminated.")).waitFor();
  await expect.poll(() => page.title()).toBe("Налаштування безпеки | Daymark");
  await expect(elsewhere.call("GET", "/profile/")).rejects.toThrow(/401/);
  await page.reload();
  await section(page, uk("Logging in")).waitFor();
  expect(
    (await callApi(stage.url, "POST", "/auth/token/", { body: { username: user.username, password: next } })).status,
  ).toBe(200);
});

test("a user enables the second factor with the QR code's secret, and must acknowledge the backup codes", async ({
  stage,
}) => {
  stage.expectError(/status of 400/);
  const user = await stage.createUser();
  const page = await stage.visit({ as: user, language: "uk", theme: "dark" });
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"], { origin: stage.url });
  await openSettings(page, "/settings/security");
  await page.getByRole("button", { name: uk("Turn on") }).click();
  await expect.poll(() => page.title()).toBe("Двофакторна автентифікація | Daymark");
  const present = dialogOf(page).getByLabel(uk("Your password"), { exact: true });
  await present.fill("Wrong-Horse-7");
  await present.press("Enter");
  await dialogOf(page).getByText(uk("The password entered is incorrect.")).waitFor();
  await untilSubmittable(dialogOf(page));
  await present.fill(password);
  await present.press("Enter");

  const qr = dialogOf(page).getByRole("img", { name: uk("QR code for your authenticator app") });
  await qr.waitFor();
  // Dark on white in the dark theme too, because cameras need it.
  expect(await qr.locator("rect").evaluate((rect) => getComputedStyle(rect).fill)).toBe("rgb(255, 255, 255)");
  expect(await qr.locator("path").evaluate((path) => getComputedStyle(path).fill)).toBe("rgb(0, 0, 0)");
  const shown = (await page.locator("[data-secret]").textContent()) ?? "";
  expect(shown).toMatch(/^(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}$/);
  await dialogButton(page, uk("Copy the key")).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(shown.replaceAll(" ", ""));

  const code = dialogOf(page).getByLabel(uk("Security code"));
  const app = await readAuthenticator(page);
  await code.pressSequentially(app.wrongCode());
  await dialogOf(page).getByText(uk("Invalid or expired security code.")).waitFor();
  await untilSubmittable(dialogOf(page));
  let verifications = 0;
  page.on("request", (request) => {
    // One request may batch several calls.
    verifications += request.url().split("twoFactor.verify").length - 1;
  });
  // The sixth digit submits the form. Enter submits it again before React renders.
  await code.evaluate((element, typed) => {
    const field = element as HTMLInputElement;
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(field, typed);
    field.dispatchEvent(new InputEvent("input", { bubbles: true }));
    field.form?.requestSubmit();
  }, app.nextCode());
  const codes = page.locator("[data-backup-code]");
  await codes.first().waitFor();
  const codeTexts = await codes.allTextContents();
  expect(codeTexts).toHaveLength(10);
  expect(verifications).toBe(1);
  for (const one of codeTexts) expect(one).toMatch(/^[0-9A-Z]{12}$/);

  await dialogButton(page, uk("Copy")).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(codeTexts.join("\n"));
  const [file] = await Promise.all([page.waitForEvent("download"), dialogButton(page, uk("Download")).click()]);
  expect(file.suggestedFilename()).toBe(`daymark-backup-codes-${user.username}.txt`);
  const text = await (await file.createReadStream()).toArray();
  for (const one of codeTexts) expect(Buffer.concat(text).toString()).toContain(one);
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute("data-printed", "");
  });
  await dialogButton(page, uk("Print")).click();
  await page.locator("body[data-printed]").waitFor();
  await page.emulateMedia({ media: "print" });
  expect(await page.locator("main").isVisible()).toBe(false);
  expect(await dialogOf(page).isVisible()).toBe(false);
  expect(await page.locator(".print-sheet li").allTextContents()).toEqual(codeTexts);
  await expect.poll(() => page.locator(".print-sheet").isVisible()).toBe(true);
  await page.emulateMedia({ media: "screen" });
  expect(await page.locator(".print-sheet").isVisible()).toBe(false);

  await page.keyboard.press("Escape");
  await dialogOf(page)
    .getByRole("heading", { name: uk("Close without saving it?") })
    .waitFor();
  await dialogButton(page, uk("Go back")).click();
  await expect.poll(() => codes.count()).toBe(10);
  await dialogButton(page, uk("Done")).click();
  await dialogOf(page)
    .getByRole("heading", { name: uk("Close without saving it?") })
    .waitFor();
  await dialogButton(page, uk("Go back")).click();
  await acknowledge(page, uk);
  await section(page, uk("Logging in")).getByText("Лишилося 10 резервних кодів.").waitFor();
  expect((await user.call<Profile>("GET", "/profile/")).two_factor_enabled).toBe(true);
  expect(
    (await callApi(stage.url, "POST", "/auth/token/", { body: { username: user.username, password } })).body.code,
  ).toBe("two_factor_code_missing");
});

test.for(["en", "uk"] as const)(
  "backup codes must be acknowledged on a touch screen of 320 px, %s",
  async (language, { stage }) => {
    const words = wordsOf(language);
    const user = await stage.createUser();
    const page = await stage.visit({ as: user, language, width: widths.phone, height: 568, touch: true });
    await openSettings(page, "/settings/security");
    await turnOnTwoFactor(page, words);
    const codes = page.locator("[data-backup-code]");
    const warning = dialogOf(page).getByRole("heading", { name: words("Close without saving it?") });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(widths.phone);
    expect(await smallTargets(page)).toEqual([]);
    const ways = [
      () => dialogButton(page, words("Done")).tap(),
      () => dialogButton(page, words("Close")).tap(),
      // A tap outside closes an ordinary dialog.
      () => page.touchscreen.tap(2, 2),
      () => page.keyboard.press("Escape"),
    ];
    for (const leave of ways) {
      await leave();
      await warning.waitFor();
      expect(await smallTargets(page)).toEqual([]);
      await dialogButton(page, words("Go back")).tap();
      await warning.waitFor({ state: "detached" });
      await expect.poll(() => codes.count()).toBe(10);
    }
    await dialogOf(page).getByRole("checkbox").tap();
    await dialogButton(page, words("Done")).tap();
    await dialogOf(page).waitFor({ state: "detached" });
    expect((await user.call<Profile>("GET", "/profile/")).two_factor_enabled).toBe(true);
  },
);

test("the page warns when few backup codes are left, new ones replace the old, and one disables the second factor", async ({
  stage,
}) => {
  stage.expectError(/status of 400/);
  const user = await stage.createUser();
  const page = await stage.visit({ as: user });
  await openSettings(page, "/settings/security");
  const { app, codes } = await turnOnTwoFactor(page);
  await acknowledge(page);
  const logInWith = (backup_code: string | undefined) =>
    callApi(stage.url, "POST", "/auth/token/", { body: { username: user.username, password, backup_code } });
  for (const code of codes.slice(0, 7)) expect((await logInWith(code)).status).toBe(200);
  await page.reload();
  const ways = section(page, "Logging in");
  await ways.getByText("3 backup codes are left.").waitFor();
  await ways.getByText("Create new ones before a lost phone locks you out.").waitFor();

  await ways.getByRole("button", { name: "New backup codes" }).click();
  await dialogOf(page).getByLabel("Security code").pressSequentially(app.nextCode());
  await page.locator("[data-backup-code]").first().waitFor();
  const [fresh = ""] = await page.locator("[data-backup-code]").allTextContents();
  await page.keyboard.press("Escape");
  await dialogButton(page, "Close anyway").click();
  await ways.getByText("10 backup codes are left.").waitFor();
  expect((await logInWith(codes[8])).body.code).toBe("backup_code_invalid");

  await ways.getByRole("button", { name: "Turn off" }).click();
  const proof = dialogOf(page).getByLabel("Security code or backup code");
  await proof.fill("12345");
  await dialogButton(page, "Turn off").click();
  await dialogOf(page).locator("[aria-invalid=true]").waitFor();
  await proof.fill(codes[9] ?? "");
  await dialogButton(page, "Turn off").click();
  await dialogOf(page).getByText("Invalid or expired backup code.").waitFor();
  // The user types the code from paper: in groups and lower case.
  await proof.fill(fresh.toLowerCase().replaceAll(/(.{4})(?=.)/g, "$1-"));
  await dialogButton(page, "Turn off").click();
  await messageOf(page, "Two-factor authentication has been disabled.").waitFor();
  await ways.getByRole("button", { name: "Turn on" }).waitFor();
  expect((await user.call<Profile>("GET", "/profile/")).two_factor_enabled).toBe(false);
});
