import { createAdmin } from "../stage/database.ts";
import { linkIn, waitForMail, waitForMailWith } from "../stage/mail.ts";
import { expect, messageOf, mouseAndTouch, press, test } from "../stage/stage.ts";
import { logIn, newName, password } from "../stage/user.ts";
import { wordsOf } from "../stage/words.ts";

test.for(mouseAndTouch)(
  "an admin creates an invitation, sees its link once, and revokes it, $language, $width px",
  async (visit, { stage }) => {
    const words = wordsOf(visit.language);
    const page = await stage.visit({ ...visit, as: await createAdmin(stage) });
    await page.goto("/admin/invitations");
    const note = newName("note");
    await press(page.getByRole("button", { name: words("Invite people") }), visit);
    const dialog = page.getByRole("dialog");
    const field = (name: string) => dialog.getByLabel(words(name), { exact: true });
    await field("How many people can use it").fill("1.5");
    await field("Days until it expires").fill("400");
    await field("Note").fill(note);
    await press(dialog.getByRole("button", { name: words("Create the link") }), visit);
    // Each error appears at its field, and the form keeps the typed text.
    const expectError = (name: string) =>
      expect.poll(() => field(name).getAttribute("aria-invalid"), { message: name }).toBe("true");
    await expectError("How many people can use it");
    await expectError("Days until it expires");
    expect(await field("Days until it expires").inputValue()).toBe("400");
    expect(await field("Note").inputValue()).toBe(note);
    await field("How many people can use it").fill("3");
    await field("Days until it expires").fill("30");
    await dialog.locator("input[name=is_staff]").check();
    await press(dialog.getByRole("button", { name: words("Create the link") }), visit);
    await expectError("Email");
    await dialog.locator("input[name=is_staff]").uncheck();
    await press(dialog.getByRole("button", { name: words("Create the link") }), visit);
    const link = dialog.locator("[data-secret-link]");
    await expect.poll(() => link.textContent()).toMatch(/\/signup\?invitation=[\w-]{43}$/);
    // A single wrong key does not close the dialog with the link.
    await page.keyboard.press("Escape");
    await press(page.getByRole("alertdialog").getByRole("button", { name: words("Go back") }), visit);
    await dialog.getByRole("checkbox").check();
    await press(dialog.getByRole("button", { name: words("Done") }), visit);
    await messageOf(page, words("The invitation was created.")).waitFor();

    const line = page.getByRole("listitem").filter({ hasText: note });
    await line.getByText(words("{uses} of {uses_max} used", { uses: 0, uses_max: 3 })).waitFor();
    await press(line.getByRole("button"), visit);
    await press(page.getByRole("alertdialog").getByRole("button", { name: words("Revoke"), exact: true }), visit);
    await messageOf(page, words("The invitation was revoked.")).waitFor();
    await line.getByText(words("Revoked"), { exact: true }).waitFor();
    expect(await line.getByRole("button").count()).toBe(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  },
);

test("an admin revokes a used-up invitation before its account is verified, and the account gets no admin rights", async ({
  stage,
}) => {
  const admin = await createAdmin(stage);
  const username = newName("invited");
  const account = { username, email: `${username}@example.org`, password };
  const invitation = { email: account.email, is_staff: true, note: username };
  const { link } = await admin.call<{ link: string }>("POST", "/admin/invitations/", invitation);
  const guest = await stage.visit();
  const signUp = await guest.request.post(`${stage.url}/api/auth/register/`, {
    data: {
      ...{ ...account, password_confirmation: password, agreement: true },
      invitation: new URL(link).searchParams.get("invitation"),
    },
  });
  expect(signUp.status()).toBe(201);

  const page = await stage.visit({ as: admin });
  await page.goto("/admin/invitations");
  const line = page.getByRole("listitem").filter({ hasText: username });
  await line.getByText("Used up", { exact: true }).waitFor();
  await press(line.getByRole("button", { name: `Revoke: ${username}` }));
  const question = page.getByRole("alertdialog");
  await question.getByText("An account waiting for admin rights will not get them.").waitFor();
  await press(question.getByRole("button", { name: "Revoke", exact: true }));
  await line.getByText("Revoked", { exact: true }).waitFor();
  expect(await line.getByRole("button").count()).toBe(0);

  const mail = await waitForMailWith(stage.mailDirectory, account.email, "/verify-email");
  const token = new URL(linkIn(mail, "/verify-email")).searchParams.get("token");
  expect((await guest.request.patch(`${stage.url}/api/verify-email/${token}/`)).ok()).toBe(true);
  const user = await logIn(stage.url, account);
  expect(await user.call("GET", "/profile/")).toMatchObject({ email_verified: true, is_staff: false });
});

test("an admin mails an invitation in its recipient's language, and the sign-up has the address filled in", async ({
  stage,
}) => {
  const page = await stage.visit({ as: await createAdmin(stage) });
  await page.goto("/admin/invitations");
  const email = `${newName("friend")}@example.org`;
  await press(page.getByRole("button", { name: "Invite people" }));
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Email", { exact: true }).fill(email);
  await press(dialog.getByRole("combobox", { name: "Email language" }));
  await press(page.getByRole("option", { name: "Українська" }));
  await press(dialog.getByRole("button", { name: "Send the invitation" }));
  await dialog.getByText(`It is on its way to ${email}.`).waitFor();
  const mail = await waitForMail(stage.mailDirectory, email);
  expect(mail.subject).toBe("Вас запрошують до Daymark");
  const { pathname, search } = new URL(linkIn(mail, "/signup"));
  const guest = await stage.visit({ language: "uk" });
  await guest.goto(pathname + search);
  await expect.poll(() => guest.getByLabel(wordsOf("uk")("Email"), { exact: true }).inputValue()).toBe(email);
});
