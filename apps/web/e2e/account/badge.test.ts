import { daysAgo } from "../stage/day.ts";
import { acknowledge } from "../stage/security.ts";
import { dialogButton, dialogOf, openSettings, section } from "../stage/settings.ts";
import { expect, messageOf, mouseAndTouch, press, test } from "../stage/stage.ts";
import { wordsOf } from "../stage/words.ts";

test.for(mouseAndTouch)(
  "a badge is shown by a page of another site, without the title if its owner hides it, until it is revoked, $language, $width px",
  async (visit, { stage }) => {
    const words = wordsOf(visit.language);
    const user = await stage.createUser();
    const habit = await user.createHabit({ title: "Таємне" });
    await user.record(habit, daysAgo(0), 1);
    const page = await stage.visit({ ...visit, as: user });
    await openSettings(page, "/settings/connections");
    const card = section(page, words("Badges"));
    await press(card.getByRole("button", { name: words("Add a badge") }), visit);
    await press(dialogOf(page).getByText(words("Streak"), { exact: true }), visit);
    await dialogOf(page)
      .getByRole("checkbox", { name: words("Show the habit’s title") })
      .uncheck();
    await press(dialogButton(page, words("Create address")), visit);
    const url = (await page.locator("[data-badge-url]").textContent()) ?? "";
    await acknowledge(page, words);
    await card.getByText("Таємне").waitFor();

    const svg = await (await fetch(`${url}?lang=${visit.language}`)).text();
    expect(svg).toContain(visit.language === "uk" ? "1 день" : "1 day");
    expect(svg).not.toContain("Таємне");
    // An empty page outside the product shows the badge like another site.
    const elsewhere = await stage.visit({ language: "en" });
    await elsewhere.setContent(`<img src="${url}" alt="">`);
    const width = () => elsewhere.locator("img").evaluate((image) => (image as HTMLImageElement).naturalWidth);
    await expect.poll(width).toBeGreaterThan(50);

    await press(card.getByRole("button", { name: words("Revoke {name}", { name: "Таємне" }) }), visit);
    await press(dialogButton(page, words("Revoke")), visit);
    await messageOf(page, words("The link no longer works.")).waitFor();
    expect((await fetch(url)).status).toBe(404);
  },
);
