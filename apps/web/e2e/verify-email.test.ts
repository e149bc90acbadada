import { waitForMailWith } from "./mail.ts";
import { openSettings } from "./settings.ts";
import { messageOf, mouseAndFinger, press, test } from "./stage.ts";
import { wordsOf } from "./words.ts";

test.for(mouseAndFinger)(
  "the page of the mailed link says without a link what is needed, and sends another, $language, $width px",
  async (visit, { stage }) => {
    const words = wordsOf(visit.language);
    const heading = { level: 1, name: words("Open the link from the mail") } as const;
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

test.for(mouseAndFinger)(
  "a person whose address is not verified is told in the settings what that closes, and can reset the password, $language, $width px",
  async (visit, { stage }) => {
    const words = wordsOf(visit.language);
    const user = await stage.createUser();
    const page = await stage.visit({ ...visit, as: user });
    await openSettings(page, "/settings");
    const notice = words(
      "Open the link we sent you. Until then you cannot comment, send feature requests or get the newsletter.",
    );
    await page.getByText(notice).waitFor();
    // A reset is open to them, so nothing may say that it is not.
    await user.call("POST", "/send-reset-password/", { email: user.email });
    await waitForMailWith(stage.mailDirectory, user.email, "/reset-password");
  },
);
