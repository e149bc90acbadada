import { createAdmin } from "../stage/database.ts";
import { linkIn, waitForMail } from "../stage/mail.ts";
import { expect, messageOf, mouseAndTouch, press, test } from "../stage/stage.ts";
import { newName, password } from "../stage/user.ts";
import { wordsOf } from "../stage/words.ts";

test.for(mouseAndTouch)(
  "an admin creates an account, and its owner chooses the password through the link, $language, $width px",
  async (visit, { stage }) => {
    const words = wordsOf(visit.language);
    const admin = await createAdmin(stage);
    const page = await stage.visit({ ...visit, as: admin });
    await page.goto("/admin/users");
    await press(page.getByRole("button", { name: words("Create an account") }), visit);
    const dialog = page.getByRole("dialog");
    const field = (name: string) => dialog.getByLabel(words(name), { exact: true });
    const username = newName("made");
    // The error about a taken name appears beside its field, and the other text stays.
    await field("Username").fill(admin.username);
    await field("Email").fill(`${username}@example.org`);
    await dialog.locator("input[name=send_mail]").uncheck();
    stage.expectError(/status of 400/);
    await press(dialog.getByRole("button", { name: words("Create"), exact: true }), visit);
    await expect.poll(() => field("Username").getAttribute("aria-invalid")).toBe("true");
    expect(await field("Email").inputValue()).toBe(`${username}@example.org`);
    await field("Username").fill(username);
    await press(dialog.getByRole("button", { name: words("Create"), exact: true }), visit);
    const link = (await dialog.locator("[data-secret-link]").textContent()) ?? "";
    await dialog.getByRole("checkbox").check();
    await press(dialog.getByRole("button", { name: words("Done") }), visit);
    await messageOf(page, words("The account {name} was created.", { name: username })).waitFor();

    const guest = await stage.visit(visit);
    const { pathname, search } = new URL(link);
    await guest.goto(pathname + search);
    await guest.getByRole("heading", { level: 1, name: words("Choose your password") }).waitFor();
    await guest.getByLabel(words("New password"), { exact: true }).fill(password);
    await guest.getByLabel(words("Repeat the password"), { exact: true }).fill(password);
    await press(guest.getByRole("button", { name: words("Save password") }), visit);
    await expect.poll(() => new URL(guest.url()).pathname).toBe("/login");
    await guest.locator("input[name=username]").fill(username);
    await guest.locator("input[name=password]").fill(password);
    await press(guest.locator("main form button[type=submit]"), visit);
    await expect.poll(() => guest.title()).toBe(`${words("Dashboard")} | Daymark`);
    // The link works once.
    const other = await stage.visit(visit);
    await other.goto(pathname + search);
    await other.getByRole("heading", { level: 1, name: words("This link no longer works") }).waitFor();
  },
);

test("a mailed link opens the account in its language, and other visitors do not see it", async ({ stage }) => {
  const page = await stage.visit({ as: await createAdmin(stage) });
  await page.goto("/admin/users");
  await press(page.getByRole("button", { name: "Create an account" }));
  const dialog = page.getByRole("dialog");
  const username = newName("mailed");
  await dialog.getByLabel("Username", { exact: true }).fill(username);
  await dialog.getByLabel("Email", { exact: true }).fill(`${username}@example.org`);
  await press(dialog.getByRole("combobox", { name: "Account language" }));
  await press(page.getByRole("option", { name: "Українська" }));
  await press(dialog.getByRole("button", { name: "Create", exact: true }));
  await messageOf(page, `The account ${username} was created.`).waitFor();
  expect(await page.locator("[data-secret-link]").count()).toBe(0);
  const mail = await waitForMail(stage.mailDirectory, `${username}@example.org`);
  expect(mail.subject).toBe("Ваш обліковий запис Daymark готовий");
  const { pathname, search } = new URL(linkIn(mail, "/reset-password"));
  const guest = await stage.visit({ language: "uk" });
  await guest.goto(pathname + search);
  await guest.getByRole("heading", { level: 1, name: "Виберіть пароль" }).waitFor();
});
