import { maskEmail } from "@daymark/domain/text/masked-email";
import {
  createVerifiedUser,
  dialogButton,
  dialogOf,
  openSettings,
  type Profile,
  section,
  verify,
} from "../stage/settings.ts";
import { expect, messageOf, type Stage, test } from "../stage/stage.ts";
import { newName, type User } from "../stage/user.ts";
import { wordsOf } from "../stage/words.ts";

const uk = wordsOf("uk");

let reader: Promise<User> | undefined;

/** The shared user of the tests that do not change the account. */
function readerOf(stage: Stage): Promise<User> {
  reader ??= stage.createUser();
  return reader;
}

test("the user menu leads to the settings, whose two pages have their own titles, and /settings/general is the first", async ({
  stage,
}) => {
  const user = await readerOf(stage);
  const page = await stage.visit({ as: user });
  await page.goto("/settings/general");
  await expect.poll(() => new URL(page.url()).pathname).toBe("/settings");
  await expect.poll(() => page.title()).toBe("General Settings | Daymark");
  const pages = page.getByRole("navigation", { name: "Settings" });
  await pages.getByRole("link", { name: "Security" }).click();
  await expect.poll(() => page.title()).toBe("Security Settings | Daymark");
  expect(new URL(page.url()).pathname).toBe("/settings/security");
  expect(await pages.getByRole("link", { name: "Security" }).getAttribute("aria-current")).toBe("page");

  await page.goto("/dashboard");
  await page.getByText(user.username).first().click();
  await page.getByRole("link", { name: "Settings" }).click();
  await page.getByRole("heading", { name: "General Settings" }).waitFor();
});

test("a guest is sent to the log-in and returned to the settings page", async ({ stage }) => {
  const user = await readerOf(stage);
  const page = await stage.visit();
  await page.goto("/settings/security");
  await messageOf(page, "Please log in to access this page.").waitFor();
  await page.getByLabel("Username or email").fill(user.username);
  await page.getByLabel("Password", { exact: true }).fill(user.password);
  await page.getByLabel("Password", { exact: true }).press("Enter");
  await expect.poll(() => new URL(page.url()).pathname).toBe("/settings/security");
  await page.getByRole("heading", { name: "Security Settings" }).waitFor();
});

test("a user changes the user name with the password, and a refused one is reported at its field and kept", async ({
  stage,
}) => {
  stage.expectError(/status of 400/);
  const other = await stage.createUser();
  const user = await stage.createUser();
  const page = await stage.visit({ as: user, language: "uk" });
  await openSettings(page, "/settings");
  await page.getByRole("button", { name: uk("Change username") }).click();
  const name = dialogOf(page).getByLabel(uk("New username"));
  const password = dialogOf(page).getByLabel(uk("Your password"), { exact: true });
  await expect.poll(() => name.evaluate((field) => field === document.activeElement)).toBe(true);
  expect(await name.inputValue()).toBe(user.username);

  await name.fill("з кирилицею");
  await password.fill("Wrong-Horse-7");
  await dialogButton(page, uk("Save")).click();
  await dialogOf(page)
    .getByText(uk("Invalid username. Username can only contain letters, numbers, and underscores."))
    .waitFor();
  // The hint stays next to the error, and both describe the field.
  const described = await name.evaluate((field) =>
    (field.getAttribute("aria-describedby") ?? "").split(" ").map((id) => document.getElementById(id)?.textContent),
  );
  expect(described).toContain(uk("Letters, numbers and underscores."));

  const wanted = newName("renamed");
  await name.fill(wanted);
  await dialogButton(page, uk("Save")).click();
  await dialogOf(page).getByText(uk("The password entered is incorrect.")).waitFor();
  expect(await name.inputValue()).toBe(wanted);

  await name.fill(other.username.toUpperCase());
  await password.fill(user.password);
  await dialogButton(page, uk("Save")).click();
  await dialogOf(page).getByText(uk("Username already exists.")).waitFor();

  await name.fill(wanted);
  await dialogButton(page, uk("Save")).click();
  await messageOf(page, uk("Your username has been changed!")).waitFor();
  await section(page, uk("Account")).getByText(wanted).waitFor();
  // The menu shows the same profile.
  await page
    .getByRole("navigation", { name: uk("Main") })
    .getByText(wanted)
    .first()
    .waitFor();
  expect((await user.call<Profile>("GET", "/profile/")).username).toBe(wanted);
});

test("a new address is pending until its link is opened, and can be cancelled", async ({ stage }) => {
  stage.expectError(/status of 400/);
  const user = await createVerifiedUser(stage);
  const page = await stage.visit({ as: user, language: "uk" });
  await openSettings(page, "/settings");
  const account = section(page, uk("Account"));
  await account.getByText(uk("Verified"), { exact: true }).waitFor();
  // The page contains the masked address only.
  expect(await page.locator("main").textContent()).not.toContain(user.email);

  const ask = async (email: string, password = user.password) => {
    await dialogOf(page).getByLabel(uk("New email")).fill(email);
    await dialogOf(page).getByLabel(uk("Your password"), { exact: true }).fill(password);
    await dialogButton(page, uk("Send the link")).click();
  };
  await account.getByRole("button", { name: uk("Change email") }).click();
  await ask("not an address");
  await dialogOf(page).getByText(uk("Enter a valid email address.")).waitFor();
  await ask(user.email.toUpperCase());
  await dialogOf(page).getByText(uk("This is already your email address.")).waitFor();
  const first = `${newName("first")}@example.org`;
  await ask(first, "Wrong-Horse-7");
  await dialogOf(page).getByText(uk("The password entered is incorrect.")).waitFor();
  await ask(first);
  const pending = account.getByText(maskEmail(first));
  await pending.waitFor();
  expect(await account.getByText(first).count()).toBe(0);
  await account.getByRole("button", { name: uk("Show new email") }).click();
  await account.getByText(first).waitFor();
  await account.getByRole("button", { name: uk("Hide new email") }).click();
  await pending.waitFor();
  await account.getByRole("button", { name: uk("Keep the current one") }).click();
  await pending.waitFor({ state: "detached" });
  expect((await user.call<Profile>("GET", "/profile/")).pending_email).toBe(null);

  const second = `${newName("second")}@example.org`;
  await account.getByRole("button", { name: uk("Change email") }).click();
  await ask(second);
  await account.getByText(maskEmail(second)).waitFor();
  // A new request has the pending address filled in.
  await account.getByRole("button", { name: uk("Send again") }).click();
  expect(await dialogOf(page).getByLabel(uk("New email")).inputValue()).toBe(second);
  await page.keyboard.press("Escape");
  await verify(user, stage.mailDirectory, second);
  await page.reload();
  await account.getByText(uk("Verified"), { exact: true }).waitFor();
  await account.getByText(maskEmail(second)).waitFor();
  expect(await account.getByRole("button", { name: uk("Send again") }).count()).toBe(0);
});

test("the newsletter needs a verified address, and the user unsubscribes by typing their address", async ({
  stage,
}) => {
  const user = await stage.createUser();
  const page = await stage.visit({ as: user, language: "uk" });
  await openSettings(page, "/settings");
  const account = section(page, uk("Account"));
  await account
    .getByText(
      uk("One email for each new post on the blog. Verify your email first: we only write to people who asked for it."),
    )
    .waitFor();
  expect(await account.getByRole("button", { name: uk("Subscribe"), exact: true }).count()).toBe(0);

  await verify(user, stage.mailDirectory, user.email);
  await page.reload();
  await account.getByRole("button", { name: uk("Subscribe"), exact: true }).click();
  await messageOf(page, uk("You have subscribed to the newsletter!")).waitFor();
  const cancel = account.getByRole("button", { name: uk("Unsubscribe"), exact: true });
  await cancel.click();

  let calls = 0;
  page.on("request", (request) => {
    if (request.url().includes("account.setNewsletter")) calls += 1;
  });
  const email = dialogOf(page).getByLabel(uk("Your email"), { exact: true });
  await email.fill("someone.else@example.org");
  await dialogButton(page, uk("Unsubscribe")).click();
  await dialogOf(page).getByText(uk("This is not the email address of your account.")).waitFor();
  expect(await email.inputValue()).toBe("someone.else@example.org");
  // The hash of the address already shows that it differs, so the page sends no call.
  expect(calls).toBe(0);
  expect((await user.call<Profile>("GET", "/profile/")).newsletter_subscriber).toBe(true);

  await email.fill(`  ${user.email.toUpperCase()} `);
  await dialogButton(page, uk("Unsubscribe")).click();
  await messageOf(page, uk("You have unsubscribed from the newsletter.")).waitFor();
  expect((await user.call<Profile>("GET", "/profile/")).newsletter_subscriber).toBe(false);
});

interface Settings {
  language: string;
  theme: string;
  timezone: string | null;
  day_start_hour: number;
}

test("language, theme, day start and time zone are saved on selection, with a confirmation", async ({ stage }) => {
  const user = await stage.createUser();
  const page = await stage.visit({ as: user, theme: "dark", timezone: "Europe/Kyiv" });
  await openSettings(page, "/settings");
  const stored = async () => await user.call<Settings>("GET", "/settings/");

  await page.getByRole("button", { name: "Light" }).click();
  await section(page, "Language and theme").getByText("Saved").waitFor();
  expect(await page.locator("html").getAttribute("data-theme")).toBe("light");
  await page.getByRole("combobox", { name: "A new day starts at" }).click();
  await page.getByRole("option", { name: "4:00 AM" }).click();
  await page.getByText("Anything before 4:00 AM still counts for the previous day.").waitFor();
  await section(page, "Your day").getByText("Saved").first().waitFor();
  await page.getByRole("button", { name: "Use this device’s: Europe / Kyiv" }).click();
  await section(page, "Your day").getByText("Europe / Kyiv · GMT").waitFor();
  await expect.poll(async () => (await stored()).timezone).toBe("Europe/Kyiv");

  const change = page.getByRole("button", { name: "Change time zone" });
  await change.click();
  const zone = page.getByRole("combobox", { name: "Time zone" });
  await expect.poll(() => zone.evaluate((field) => field === document.activeElement)).toBe(true);
  await page.keyboard.press("Escape");
  await zone.waitFor({ state: "detached" });
  await expect.poll(() => change.evaluate((button) => button === document.activeElement)).toBe(true);
  await change.click();
  // The scroll position stays, and the field is visible.
  await expect.poll(() => zone.evaluate((field) => field.getBoundingClientRect().bottom < innerHeight)).toBe(true);
  expect(await change.evaluate((button) => button.getBoundingClientRect().bottom > 0)).toBe(true);
  await zone.fill("new york");
  await page.getByRole("option", { name: /America \/ New York/ }).click();
  await expect.poll(async () => (await stored()).timezone).toBe("America/New_York");

  await page.getByRole("button", { name: "Українська" }).click();
  await page.getByRole("heading", { name: uk("General Settings") }).waitFor();
  await expect
    .poll(async () => await stored())
    .toMatchObject({
      language: "uk",
      theme: "light",
      day_start_hour: 4,
      timezone: "America/New_York",
    });
  await page.reload();
  await page.getByRole("heading", { name: uk("General Settings") }).waitFor();
  await section(page, uk("Your day")).getByText("America / New York").waitFor();
});

test("a setting that cannot be saved is reset, and the reason is shown next to it", async ({ stage }) => {
  stage.expectError(/ERR_INTERNET_DISCONNECTED/);
  const user = await stage.createUser();
  const page = await stage.visit({ as: user, language: "uk", timezone: "Europe/Kyiv" });
  await openSettings(page, "/settings");
  const hour = page.getByRole("combobox", { name: uk("A new day starts at") });
  await hour.click();
  await page.getByRole("option").nth(2).waitFor();
  await page.context().setOffline(true);
  await page.getByRole("option").nth(2).click();
  await section(page, uk("Your day"))
    .getByText(uk("The server could not be reached. Check your connection and try again."))
    .waitFor();
  await expect.poll(async () => (await hour.textContent())?.trim()).toBe(uk("Midnight"));
  await page.context().setOffline(false);
  await hour.click();
  await page.getByRole("option").nth(2).click();
  await expect.poll(async () => (await user.call<Settings>("GET", "/settings/")).day_start_hour).toBe(2);
  await section(page, uk("Your day")).getByText(uk("Saved")).first().waitFor();
});

test("changing the language keeps what is typed in a dialog", async ({ stage }) => {
  const user = await stage.createUser();
  const page = await stage.visit({ as: user, language: "en" });
  await openSettings(page, "/settings");
  await page.getByRole("button", { name: "Change username" }).click();
  const typed = newName("typed");
  await dialogOf(page).getByLabel("New username").fill(typed);
  const other = await page.context().newPage();
  await openSettings(other, "/settings");
  await other.getByRole("button", { name: "Українська" }).click();
  await dialogOf(page)
    .getByRole("heading", { name: uk("Change username") })
    .waitFor();
  expect(await dialogOf(page).getByLabel(uk("New username")).inputValue()).toBe(typed);
});

test("before the deletion of an account the user sees what it removes, and afterwards is a guest", async ({
  stage,
}) => {
  // The password is wrong (400). Besides, a page whose stream has ended may fetch the profile before it learns of the
  // deletion (401).
  stage.expectError(/status of 40[01]/);
  const user = await stage.createUser();
  const habit = await user.createHabit();
  await user.record(habit, "2026-01-02", 1);
  await user.record(habit, "2026-01-03", 1);
  for (const text of ["Перша", "Друга", "Третя", "Четверта", "П’ята"]) await user.call("POST", "/notes/", { text });
  const page = await stage.visit({ as: user, language: "uk" });
  const other = await page.context().newPage();
  await other.goto("/dashboard");
  await other.getByRole("grid").waitFor();
  await openSettings(page, "/settings");
  await page.getByRole("button", { name: uk("Delete account…") }).click();
  await dialogOf(page).getByText("5 нотаток", { exact: true }).waitFor();
  expect(await dialogOf(page).getByRole("listitem").allTextContents()).toEqual(
    expect.arrayContaining([uk("Your account and its settings"), "1 звичка", "2 записані дні", "5 нотаток", "1 сеанс"]),
  );

  const name = dialogOf(page).getByLabel(uk("Type your username to confirm"));
  const password = dialogOf(page).getByLabel(uk("Your password"), { exact: true });
  await name.fill("someone");
  await password.fill("Wrong-Horse-7");
  await dialogButton(page, uk("Delete my account")).click();
  await dialogOf(page)
    .getByText(uk("Type {username} here.", { username: user.username }))
    .waitFor();
  await name.fill(user.username);
  await dialogButton(page, uk("Delete my account")).click();
  await dialogOf(page).getByText(uk("The password entered is incorrect.")).waitFor();
  expect(await name.inputValue()).toBe(user.username);
  await password.fill(user.password);
  await dialogButton(page, uk("Delete my account")).click();

  await messageOf(page, uk("Your account has been deleted.")).waitFor();
  for (const tab of [page, other]) await expect.poll(() => new URL(tab.url()).pathname).toBe("/");
  await page
    .getByRole("navigation", { name: uk("Main") })
    .getByRole("link", { name: uk("Log in") })
    .waitFor();
  await expect(user.call("GET", "/profile/")).rejects.toThrow(/401/);
});

test("the focus returns from a dialog to its button, and the keyboard is enough", async ({ stage }) => {
  const page = await stage.visit({ as: await readerOf(stage) });
  await openSettings(page, "/settings");
  const button = page.getByRole("button", { name: "Change username" });
  await button.focus();
  await page.keyboard.press("Enter");
  await dialogOf(page).waitFor();
  await page.keyboard.press("Escape");
  await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.getByRole("button", { name: "Dark" }).focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await expect.poll(() => page.evaluate(() => localStorage.getItem("themeIsSystem"))).toBe("true");
});

test("while the settings load, the page has the title of their layout", async ({ stage }) => {
  const page = await stage.visit({ as: await readerOf(stage) });
  await page.goto("/dashboard");
  await expect.poll(() => page.title()).toBe("Dashboard | Daymark");
  const script = Promise.withResolvers<void>();
  await page.route(/\/assets\/settings-[\w-]+\.js$/, async (route) => {
    await script.promise;
    await route.continue();
  });
  await page.evaluate(() => history.pushState({}, "", "/settings"));
  await expect.poll(() => page.title()).toBe("Settings | Daymark");
  await page.getByRole("heading", { level: 1, name: "Settings", exact: true }).waitFor();
  script.resolve();
  await expect.poll(() => page.title()).toBe("General Settings | Daymark");
  await page.getByRole("navigation", { name: "Settings" }).getByText("Settings", { exact: true }).waitFor();
});
