import { maskEmail } from "@daymark/domain/text/masked-email";
import { createVerifiedUser, openSettings, section, smallTargets } from "../stage/settings.ts";
import { expect, mouseAndTouch, press, test } from "../stage/stage.ts";
import { wordsOf } from "../stage/words.ts";

test.for(mouseAndTouch)(
  "users see their own address masked until they reveal it, $language, $width px",
  async (visit, { stage }) => {
    const words = wordsOf(visit.language);
    const user = await createVerifiedUser(stage);
    const page = await stage.visit({ ...visit, as: user });
    let calls = 0;
    page.on("request", (request) => {
      if (request.url().includes("account.getEmail")) calls += 1;
    });
    await openSettings(page, "/settings");
    const account = section(page, words("Account"));
    await account.getByText(maskEmail(user.email)).waitFor();
    expect([calls, await page.content()]).toEqual([0, expect.not.stringContaining(user.email)]);

    const show = account.getByRole("button", { name: words("Show email"), exact: true });
    await press(show, visit);
    await account.getByText(user.email, { exact: true }).waitFor();
    expect(calls).toBe(1);
    if (visit.touch) expect(await smallTargets(page)).toEqual([]);

    // The same button hides the address again, so the focus stays on it.
    const hide = account.getByRole("button", { name: words("Hide email"), exact: true });
    if (visit.touch) await press(hide, visit);
    else await page.keyboard.press("Enter");
    await account.getByText(maskEmail(user.email)).waitFor();
    expect(await page.content()).not.toContain(user.email);
    // The page does not remember that the user revealed the address.
    await press(show, visit);
    await account.getByText(user.email, { exact: true }).waitFor();
    expect(calls).toBe(2);
    await page.reload();
    await account.getByText(maskEmail(user.email)).waitFor();
    expect(await page.content()).not.toContain(user.email);
  },
);
