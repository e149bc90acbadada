import { linkIn, waitForMailWith } from "../stage/mail.ts";
import { createVerifiedUser, openSettings, type Profile } from "../stage/settings.ts";
import { expect, messageOf, mouseAndTouch, press, type Stage, test } from "../stage/stage.ts";
import { newName, password, type User } from "../stage/user.ts";
import { wordsOf } from "../stage/words.ts";

const profileOf = (user: User) => user.call<Profile>("GET", "/profile/");

async function linkTo(stage: Stage, email: string): Promise<string> {
  return linkIn(await waitForMailWith(stage.mailDirectory, email, "/verify-email"), "/verify-email");
}

test.for(mouseAndTouch)(
  "the page of a mailed link verifies only after the reader presses the button, $language, $width px",
  async (visit, { stage }) => {
    const words = wordsOf(visit.language);
    const user = await stage.createUser();
    const page = await stage.visit(visit);
    const call = Promise.withResolvers<void>();
    let calls = 0;
    await page.route("**/trpc/auth.verifyEmail**", async (route) => {
      calls += 1;
      await call.promise;
      await route.continue();
    });
    await page.goto(await linkTo(stage, user.email));
    const heading = page.getByRole("heading", { level: 1, name: words("Verify your email") });
    await expect.poll(() => heading.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(calls).toBe(0);
    expect((await profileOf(user)).email_verified).toBe(false);
    const button = page.getByRole("button", { name: words("Verify my email") });
    await press(button, visit);
    await expect.poll(() => button.getAttribute("aria-busy")).toBe("true");
    call.resolve();
    const done = page.getByRole("heading", { level: 1, name: words("Your email is verified") });
    await expect.poll(() => done.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(calls).toBe(1);
    expect((await profileOf(user)).email_verified).toBe(true);
  },
);

test.for(mouseAndTouch)(
  "a browser that is logged in verifies at once and goes on to the dashboard, $language, $width px",
  async (visit, { stage }) => {
    const words = wordsOf(visit.language);
    const user = await stage.createUser();
    const page = await stage.visit({ ...visit, as: user });
    await page.goto(await linkTo(stage, user.email));
    await expect.poll(() => page.title()).toBe(`${words("Dashboard")} | Daymark`);
    await messageOf(page, words("Your email address has been verified!")).waitFor();
    expect((await profileOf(user)).email_verified).toBe(true);
    // The history does not contain the page of the used link.
    await page.goBack();
    expect(new URL(page.url()).pathname).not.toBe("/verify-email");
  },
);

test("a user who opens the link of another account reads what it did, and stays unverified", async ({ stage }) => {
  const [user, other] = [await stage.createUser(), await stage.createUser()];
  const page = await stage.visit({ as: user });
  await page.goto(await linkTo(stage, other.email));
  await page.getByRole("heading", { level: 1, name: "Your email is verified" }).waitFor();
  expect((await profileOf(other)).email_verified).toBe(true);
  expect((await profileOf(user)).email_verified).toBe(false);
});

test("the link to a new address takes effect only after the reader presses the button, also by keyboard", async ({
  stage,
}) => {
  const user = await createVerifiedUser(stage);
  const email = `${newName("new")}@example.org`;
  await user.call("PATCH", "/change-email/", { email, password });
  const page = await stage.visit();
  await page.goto(await linkTo(stage, email));
  await page.getByRole("button", { name: "Verify my email" }).waitFor();
  expect(await profileOf(user)).toMatchObject({ pending_email: email });
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "Your email has been changed" }).waitFor();
  expect(await profileOf(user)).toMatchObject({ pending_email: null, email_verified: true });
});

test("a reader who presses the button while the server is down can try again", async ({ stage }) => {
  stage.expectError(/ERR_CONNECTION_FAILED|status of 503/);
  const user = await stage.createUser();
  const page = await stage.visit();
  await page.goto(await linkTo(stage, user.email));
  await page.route("**/trpc/auth.verifyEmail**", (route) => route.abort("connectionfailed"));
  await page.getByRole("button", { name: "Verify my email" }).click();
  await page.getByRole("heading", { level: 1, name: "We could not check the link" }).waitFor();
  await page.unroute("**/trpc/auth.verifyEmail**");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("heading", { level: 1, name: "Your email is verified" }).waitFor();
});

test("without JavaScript the page of a mailed link verifies nothing and is not empty", async ({ stage }) => {
  const user = await stage.createUser();
  const page = await stage.visit({ scripts: false });
  await page.goto(await linkTo(stage, user.email));
  await page.getByRole("heading", { level: 1, name: "Verifying your email…" }).waitFor();
  expect((await profileOf(user)).email_verified).toBe(false);
});

test.for(mouseAndTouch)(
  "the verification page without a token explains what is needed and can send another link, $language, $width px",
  async (visit, { stage }) => {
    const words = wordsOf(visit.language);
    const heading = { level: 1, name: words("Open the link in the email") } as const;
    const guest = await stage.visit(visit);
    await guest.goto("/verify-email");
    await guest.getByRole("heading", heading).waitFor();
    await press(guest.locator("main").getByRole("link", { name: words("Log in"), exact: true }), visit);
    await guest.waitForURL("**/login");

    const page = await stage.visit({ ...visit, as: await stage.createUser() });
    await page.goto("/verify-email");
    await page.getByRole("heading", heading).waitFor();
    await press(page.getByRole("button", { name: words("Send the link again") }), visit);
    await messageOf(
      page,
      words("A link to verify your email address has been sent. Please check your inbox."),
    ).waitFor();
  },
);

test.for(mouseAndTouch)(
  "a user with an unverified address sees in the settings what that blocks, and can reset the password, $language, $width px",
  async (visit, { stage }) => {
    const words = wordsOf(visit.language);
    const user = await stage.createUser();
    const page = await stage.visit({ ...visit, as: user });
    await openSettings(page, "/settings");
    const notice = words(
      "Open the link we sent you. Until then you cannot comment, send feature requests or get the newsletter.",
    );
    await page.getByText(notice).waitFor();
    // An unverified user can reset the password, so the page must not claim otherwise.
    await user.call("POST", "/send-reset-password/", { email: user.email });
    await waitForMailWith(stage.mailDirectory, user.email, "/reset-password");
  },
);
