import type { Page } from "playwright-core";
import { enableTwoFactor } from "../stage/authenticator.ts";
import { linkIn, waitForMailWith } from "../stage/mail.ts";
import { untilSubmittable } from "../stage/security.ts";
import { createVerifiedUser } from "../stage/settings.ts";
import { expect, messageOf, mouseAndTouch, test, type Visit, widths } from "../stage/stage.ts";
import { logIn, newName, password } from "../stage/user.ts";
import { wordsOf } from "../stage/words.ts";

const phone: Visit = { width: widths.phone, height: 640, touch: true };

const pathOf = (page: Page) => new URL(page.url()).pathname;

/** Fills in name and password and submits the form. */
async function fillLogIn(page: Page, account: { username: string; password: string }, words = wordsOf("en")) {
  await page.locator("main form button[type=submit]:enabled").waitFor();
  await page.locator("input[name=username]").fill(account.username);
  await page.locator("input[name=password]").fill(account.password);
  await page
    .locator("main form")
    .getByRole("button", { name: words("Log in"), exact: true })
    .click();
}

test("a user resets a forgotten password by mail, and the token is removed from the URL", async ({ stage }) => {
  stage.expectError(/status of 40[01]/);
  const user = await stage.createUser();
  const page = await stage.visit(phone);
  await page.goto("/login");
  await page.locator("main form button[type=submit]:enabled").waitFor();
  await page.locator("input[name=username]").fill(user.email);
  await page.getByRole("link", { name: "Forgot password?" }).click();
  await expect.poll(() => page.title()).toBe("Reset Password | Daymark");
  // The form keeps the address that the user typed on the page before.
  await expect.poll(() => page.locator("input[name=email]").inputValue()).toBe(user.email);
  await page.getByRole("button", { name: "Send the link" }).click();
  await page.getByRole("heading", { name: "Check your inbox" }).waitFor();

  const link = linkIn(await waitForMailWith(stage.mailDirectory, user.email, "/reset-password"), "/reset-password");
  await page.goto(link);
  await page.getByRole("heading", { name: "Choose a new password" }).waitFor();
  await expect.poll(() => page.url()).toBe(`${stage.url}/reset-password`);
  await page.reload();
  await page.getByRole("heading", { name: "Choose a new password" }).waitFor();
  const changed = "New-Horse-8!";
  await page.locator("input[name=password]").fill(changed);
  await page.locator("input[name=password_confirmation]").fill(changed);
  await page.getByRole("button", { name: "Save password" }).click();
  await messageOf(page, "Your password has been reset! Log in with the new one.").waitFor();
  await expect.poll(() => pathOf(page)).toBe("/login");

  await fillLogIn(page, user);
  await page.getByText("The password entered is incorrect.").waitFor();
  await fillLogIn(page, { ...user, password: changed });
  await expect.poll(() => pathOf(page)).toBe("/dashboard");

  const later = await stage.visit(phone);
  await later.goto(link);
  await later.getByRole("heading", { name: "This link no longer works" }).waitFor();
  await later.getByRole("link", { name: "Get a new link" }).click();
  await later.getByRole("heading", { name: "Reset your password" }).waitFor();
});

test("a reset logs out the browser that made it, with a single message", async ({ stage }) => {
  stage.expectError(/status of 401/);
  const user = await stage.createUser();
  await fetch(`${stage.url}/api/send-reset-password/`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: user.email }),
  });
  const page = await stage.visit({ as: user });
  await page.goto(linkIn(await waitForMailWith(stage.mailDirectory, user.email, "/reset-password"), "/reset-password"));
  await page.locator("input[name=password]").fill("New-Horse-8!");
  await page.locator("input[name=password_confirmation]").fill("New-Horse-8!");
  await page.getByRole("button", { name: "Save password" }).click();
  await messageOf(page, "Your password has been reset!").waitFor();
  await expect.poll(() => pathOf(page)).toBe("/login");
  await expect.poll(() => page.locator("p[data-type]").count()).toBe(1);
  expect(await page.evaluate(() => localStorage.getItem("refreshToken"))).toBeNull();
});

test.for(["a link of the page", "its address"])(
  "after a log-out going back does not show an unused reset link (log-in opened by %s)",
  async (way, { stage }) => {
    const user = await createVerifiedUser(stage);
    await user.call("POST", "/send-reset-password/", { email: user.email });
    const mail = await waitForMailWith(stage.mailDirectory, user.email, "/reset-password");
    const page = await stage.visit({ language: "en" });
    await page.goto(linkIn(mail, "/reset-password"));
    await page.getByRole("heading", { name: "Choose a new password" }).waitFor();
    await expect.poll(() => page.url()).toBe(`${stage.url}/reset-password`);
    if (way === "its address") await page.goto("/login");
    else await page.getByRole("main").getByRole("link", { name: "Log in" }).click();
    await fillLogIn(page, user);
    await expect.poll(() => pathOf(page)).toBe("/dashboard");
    await page.locator("summary", { hasText: user.username }).click();
    await page.getByRole("button", { name: "Log out" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Log out" }).click();
    await messageOf(page, "You have successfully logged out!").waitFor();
    await page.waitForURL(`${stage.url}/`);
    // Skips the log-in page and the dashboard.
    await page.evaluate(() => history.go(-3));
    await page.waitForURL("**/reset-password");
    await page.getByRole("heading", { name: "Reset your password" }).waitFor();
    const stored = await page.evaluate(() =>
      JSON.stringify([{ ...sessionStorage }, { ...localStorage }, history.state]),
    );
    expect(stored).not.toContain(new URL(linkIn(mail, "/reset-password")).searchParams.get("token"));
  },
);

/**
 * Names of the user's databases in this browser. Waits until the offline code runs, because it opens the second one.
 */
async function databasesOf(page: Page): Promise<string[]> {
  const names = () =>
    page.evaluate(async () => (await indexedDB.databases()).map(({ name = "" }) => name.replace(/-\d+$/, "")).sort());
  await expect.poll(names).toContain("daymark-waiting");
  return names();
}

test.for(mouseAndTouch)(
  "a log-in is remembered unless the user unticks that, and then the browser stores no copy, $language, $width px",
  async (visit, { stage }) => {
    const words = wordsOf(visit.language);
    const user = await stage.createUser();
    const remembers = (page: Page) => page.getByRole("checkbox", { name: words("Remember me"), exact: true });
    const plain = await stage.visit({ ...visit, scripts: false });
    await plain.goto("/login");
    expect(await remembers(plain).isChecked()).toBe(true);

    const page = await stage.visit(visit);
    const logIn = async () => {
      await fillLogIn(page, user, words);
      await expect.poll(() => pathOf(page)).toBe("/dashboard");
      return page.evaluate(() => localStorage.getItem("rememberMe"));
    };
    await page.goto("/login");
    expect(await logIn()).toBe("true");
    expect(await databasesOf(page)).toEqual(["daymark-seen", "daymark-waiting"]);

    // The session has ended elsewhere, while the browser still has its cached copy.
    await page.evaluate(() => localStorage.removeItem("refreshToken"));
    await page.goto("/login");
    await remembers(page).uncheck();
    expect(await logIn()).toBe("false");
    await expect.poll(() => databasesOf(page)).toEqual(["daymark-waiting"]);
    const [from, until] = await page.evaluate(() => {
      const claims = JSON.parse(atob(localStorage.getItem("refreshToken")?.split(".")[1] ?? ""));
      return [claims.iat, claims.exp];
    });
    expect(until - from).toBe(24 * 60 * 60);
  },
);

test("a choice that the user makes before the scripts of the page load is kept", async ({ stage }) => {
  const page = await stage.visit();
  const scripts = Promise.withResolvers<void>();
  await page.route(/\.js$/, async (route) => {
    await scripts.promise;
    await route.continue();
  });
  await page.goto("/login", { waitUntil: "domcontentloaded" });
  const box = page.getByRole("checkbox", { name: "Remember me" });
  await box.uncheck();
  scripts.resolve();
  await page.locator("main form button[type=submit]:enabled").waitFor();
  expect(await box.isChecked()).toBe(false);
  const user = await stage.createUser();
  await fillLogIn(page, user);
  await expect.poll(() => pathOf(page)).toBe("/dashboard");
  expect(await page.evaluate(() => localStorage.getItem("rememberMe"))).toBe("false");
});

test("a log-in with a second factor waits for a code, survives a reload, and continues to the intended page", async ({
  stage,
}) => {
  stage.expectError(/status of 401/);
  const user = await stage.createUser();
  const app = await enableTwoFactor(user);
  const page = await stage.visit(phone);
  await page.goto("/dashboard?q=tea");
  await expect.poll(() => pathOf(page)).toBe("/login");
  await fillLogIn(page, user);
  await expect.poll(() => page.title()).toBe("Two-Factor Log In | Daymark");
  await page.reload();
  const code = page.getByLabel("Security code");
  await code.waitFor();
  expect(await code.getAttribute("autocomplete")).toBe("one-time-code");
  await code.fill(app.wrongCode());
  await page.getByText("Invalid or expired security code.").waitFor();
  await untilSubmittable(page.locator("main form"));
  // The page selects a wrong code, so that typing replaces it, and submits a complete code by itself.
  await page.keyboard.type(app.nextCode());
  await expect.poll(() => page.url()).toBe(`${stage.url}/dashboard?q=tea`);
  expect(
    await page.evaluate(() => [localStorage.getItem("rememberMe"), sessionStorage.getItem("pendingLogIn")]),
  ).toEqual(["true", null]);
});

test.for(["en", "uk"] as const)("a backup code logs in once, %s", async (language, { stage }) => {
  const words = wordsOf(language);
  stage.expectError(/status of 401/);
  const user = await stage.createUser();
  const [backupCode = ""] = (await enableTwoFactor(user)).backupCodes;
  const enter = async () => {
    const page = await stage.visit({ ...phone, language });
    await page.goto("/login");
    await fillLogIn(page, user, words);
    await page.getByRole("button", { name: words("Use a backup code instead") }).tap();
    // The user types the code in groups, as the page shows it.
    const field = page.getByLabel(words("Backup code"), { exact: true });
    await field.fill(backupCode.toLowerCase().replace(/^(.{6})/, "$1-"));
    await page
      .locator("main form")
      .getByRole("button", { name: words("Log in") })
      .tap();
    return page;
  };
  const page = await enter();
  await expect.poll(() => pathOf(page)).toBe("/dashboard");
  const again = await enter();
  await again.getByText(words("Invalid or expired backup code.")).waitFor();
  expect(pathOf(again)).toBe("/login/2fa");
});

test("after too many wrong codes the user is back at the log-in, which says why and keeps the name", async ({
  stage,
}) => {
  stage.expectError(/status of 401/);
  const user = await stage.createUser();
  const app = await enableTwoFactor(user);
  const page = await stage.visit();
  await page.goto("/login");
  await fillLogIn(page, user);
  const code = page.getByLabel("Security code");
  // The page must handle the answer to the password before the test waits for the answers to a code.
  await code.waitFor();
  for (let failure = 0; failure < 6; failure += 1) {
    const answered = page.waitForResponse(/auth\.login/);
    await code.fill("");
    await code.fill(app.wrongCode());
    await answered;
    // The page does not submit text that the user types while a call is running.
    await untilSubmittable(page.locator("main form"));
  }
  await messageOf(page, "This log-in took too long or too many codes were wrong. Log in again.").waitFor();
  await expect.poll(() => pathOf(page)).toBe("/login");
  await expect.poll(() => page.locator("input[name=username]").inputValue()).toBe(user.username);
  await page.goto("/login/2fa");
  await expect.poll(() => pathOf(page)).toBe("/login");
});

test("logging out asks for confirmation in its own dialog, and returns the focus", async ({ stage }) => {
  const user = await stage.createUser();
  const page = await stage.visit({ as: user, language: "uk" });
  await page.goto("/dashboard");
  await page.getByText(user.username).first().click();
  await page.getByRole("button", { name: "Вийти" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Вийти з Daymark?" });
  await dialog.waitFor();
  await expect.poll(() => page.title()).toBe("Вихід | Daymark");
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await expect.poll(() => page.title()).toBe("Панель | Daymark");
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain(user.username);
  expect(await page.evaluate(() => localStorage.getItem("refreshToken"))).not.toBeNull();
});

/** True once all modules that the lazy components import have loaded. */
const isPreloaded = () =>
  [...document.querySelectorAll<HTMLLinkElement>("link[rel=modulepreload]")].every(
    ({ href }) => performance.getEntriesByName(href).length > 0,
  );

test("a user can log out without a network", async ({ stage }) => {
  stage.expectError(/ERR_INTERNET_DISCONNECTED|Failed to fetch/);
  const user = await stage.createUser();
  const page = await stage.visit({ ...phone, as: user });
  // The browser loads the code of messages at the first touch, and the start page together with the dialog.
  const parts = ["flash-toaster-", "routes-"].map((name) => page.waitForResponse(`**/assets/${name}*.js`));
  await page.goto("/dashboard");
  await page.getByRole("banner").locator("summary:visible").click();
  await page.getByRole("button", { name: "Log out" }).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.waitFor();
  for (const part of await Promise.all(parts)) await part.finished();
  await expect.poll(() => page.evaluate(isPreloaded)).toBe(true);
  await page.context().setOffline(true);
  await dialog.getByRole("button", { name: "Log out" }).click();
  await messageOf(page, "You have successfully logged out!").waitFor();
  expect(await page.evaluate(() => localStorage.getItem("refreshToken"))).toBeNull();
});

const unsavedMessage = "Unsaved changes stay in this browser until you are back.";

test.for(["en", "uk"] as const)(
  "after a session is ended on another device, the next action leads to the start page with one message, %s",
  async (language, { stage }) => {
    stage.expectError(/status of 401/);
    const user = await stage.createUser();
    await user.createHabit({ title: "Read" });
    const page = await stage.visit({ ...phone, as: user, language });
    await page.route("**/trpc/live.changes*", () => {});
    await page.goto("/dashboard");
    await page.getByRole("grid").waitFor();
    // Only the answer to the user's next action shows that the session has ended. Lazy components that ask later get no
    // answer.
    await page.route(/\/trpc\/(?!progress\.|auth\.)/, () => {});
    const elsewhere = await logIn(stage.url, user);
    await elsewhere.call("PATCH", "/auth/sessions/", { keep_current: true });
    await page.locator("td[aria-current=date]").first().tap();
    await expect.poll(() => pathOf(page)).toBe("/");
    const words = wordsOf(language);
    // The action recorded a day, so the page stores it for its user.
    const message = ["Your session has been terminated. Please log in again.", unsavedMessage].map((part) =>
      words(part),
    );
    await messageOf(page, message.join(" ")).waitFor();
    expect(await page.locator("p[data-type]").allTextContents()).toEqual([message.join(" ")]);
  },
);

test("the button “this was not me” ends every session and mails a link to get back in", async ({ stage }) => {
  stage.expectError(/status of 401/);
  const user = await createVerifiedUser(stage);
  const thief = await stage.visit({
    userAgent: "Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0",
  });
  await thief.goto("/login");
  await fillLogIn(thief, { ...user, password });
  await expect.poll(() => pathOf(thief)).toBe("/dashboard");
  // The tab keeps its tokens. An open page would learn that its session has ended and lead to the start by itself
  // (live.test.ts); a reload during that would open the log-in instead.
  await thief.goto("about:blank");

  const link = linkIn(await waitForMailWith(stage.mailDirectory, user.email, "/not-me"), "/not-me");
  const page = await stage.visit(phone);
  await page.goto(link);
  await page.getByRole("heading", { name: "Was it someone else?" }).waitFor();
  await expect.poll(() => page.url()).toBe(`${stage.url}/not-me`);
  await page.getByRole("button", { name: "Secure my account" }).click();
  await page.getByRole("heading", { name: "Your account is safe again" }).waitFor();

  await thief.goto("/dashboard");
  await expect.poll(() => pathOf(thief)).toBe("/");
  await messageOf(thief, "Your session has been terminated. Please log in again.").waitFor();
  await waitForMailWith(stage.mailDirectory, user.email, "/reset-password");
});

test("a logged-in user who presses “this was not me” reads what happened and is logged out", async ({ stage }) => {
  stage.expectError(/status of 401/);
  const user = await createVerifiedUser(stage);
  const email = `${newName("taken")}@example.org`;
  await user.call("PATCH", "/change-email/", { email, password });
  const page = await stage.visit({ as: user });
  await page.goto(linkIn(await waitForMailWith(stage.mailDirectory, email, "/verify-email"), "/verify-email"));
  await page.getByRole("heading", { name: "Your email has been changed" }).waitFor();
  await page.goto(linkIn(await waitForMailWith(stage.mailDirectory, user.email, "/not-me"), "/not-me"));
  await page.getByRole("button", { name: "Secure my account" }).click();
  await page.getByRole("banner").getByRole("link", { name: "Log in" }).waitFor();
  await page.getByRole("heading", { name: "Your account is safe again" }).waitFor();
  expect(page.url()).toBe(`${stage.url}/not-me`);
  expect(await page.locator("p[data-type]").count()).toBe(0);
});

test("a verification link is removed from the URL, and its token can be used once by a guest", async ({ stage }) => {
  stage.expectError(/status of 400/);
  const user = await stage.createUser();
  const link = linkIn(await waitForMailWith(stage.mailDirectory, user.email, "/verify-email"), "/verify-email");
  const page = await stage.visit(phone);
  const button = page.getByRole("button", { name: "Verify my email" });
  await page.goto(link);
  await button.click();
  await page.getByRole("heading", { name: "Your email is verified" }).waitFor();
  await expect.poll(() => page.url()).toBe(`${stage.url}/verify-email`);
  await page.goto(link);
  await button.click();
  await page.getByRole("heading", { name: "This link no longer works" }).waitFor();
});

test("the link to a new address changes it, unless another user has taken it meanwhile", async ({ stage }) => {
  stage.expectError(/status of 409/);
  const [first, second] = [await stage.createUser(), await stage.createUser()];
  const email = `${newName("wanted")}@example.org`;
  const links: string[] = [];
  for (const user of [first, second]) {
    await user.call("PATCH", "/change-email/", { email, password });
    const mail = await waitForMailWith(stage.mailDirectory, email, "/verify-email", links.length + 1);
    links.push(linkIn(mail, "/verify-email"));
  }
  const page = await stage.visit({ ...phone, as: first });
  await page.goto(links[0] ?? "");
  await page.getByRole("heading", { name: "Your email has been changed" }).waitFor();
  await page.goto(links[1] ?? "");
  await page.getByRole("heading", { name: "This address now belongs to another account" }).waitFor();
  await expect.poll(() => page.url()).toBe(`${stage.url}/verify-email`);
});
