import { createAdmin, createReader, inDatabase } from "../stage/database.ts";
import { expect, messageOf, mouseAndTouch, press, test } from "../stage/stage.ts";
import { wordsOf } from "../stage/words.ts";

test.for(mouseAndTouch)(
  "an admin opens a user's page from the list, reads its history and deactivates the account, $language, $width px",
  async (visit, { stage }) => {
    const words = wordsOf(visit.language);
    const [admin, reader] = [await createAdmin(stage), await createReader(stage)];
    await reader.call("POST", "/habits/", { title: "Private", type: "good", target: 1, unit: "minutes", hue: 0 });
    const page = await stage.visit({ ...visit, as: admin });
    await page.goto(`/admin/users?search=${reader.username}`);
    await press(page.getByRole("link", { name: reader.username, exact: true }), visit);
    await page.getByRole("heading", { level: 1, name: reader.username }).waitFor();
    expect(await page.title()).toBe(`${reader.username} | Daymark`);
    const part = (name: string) => page.getByRole("region", { name: words(name) });
    await page.getByText(reader.email).waitFor();
    expect(
      await page
        .locator("dt", { hasText: words("Habits") })
        .locator("xpath=../dd")
        .textContent(),
    ).toBe("1");
    // The session that the sign-up opened.
    await expect.poll(() => part("Sessions").getByRole("listitem").count()).toBe(1);
    await part("Security events").getByText(words("Logged in")).first().waitFor();
    await part("Admin actions").getByText(words("Nothing yet.")).waitFor();
    expect(await page.locator("main").textContent()).not.toContain("Private");

    await press(page.getByRole("button", { name: words("Deactivate"), exact: true }), visit);
    await press(page.getByRole("alertdialog").getByRole("button", { name: words("Deactivate"), exact: true }), visit);
    await messageOf(page, words("{username} was changed.", { username: reader.username }))
      .first()
      .waitFor();
    await page.locator("main").getByText(words("Deactivated"), { exact: true }).first().waitFor();
    await part("Sessions").getByText(words("No open sessions.")).waitFor();
    await part("Admin actions").getByText(words("User changed")).waitFor();
    // The URL contains the same state.
    await page.reload();
    await page.getByRole("button", { name: words("Activate again"), exact: true }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  },
);

test("the list of users keeps its order in the URL and does not mention filters", async ({ stage }) => {
  const admin = await createAdmin(stage);
  const [one, other] = [await createReader(stage), await createReader(stage)];
  const [first, second] = [one.username, other.username].toSorted();
  const common = "zq";
  await inDatabase(
    stage,
    (sql) =>
      sql`update users set email = ${common} || id || '@example.org' where username in ${sql([one.username, other.username])}`,
  );
  const page = await stage.visit({ as: admin });
  await page.goto(`/admin/users?search=${common}`);
  const names = () => page.getByRole("main").locator("li a").allInnerTexts();
  await expect.poll(names).toEqual([other.username, one.username]);
  await press(page.getByRole("combobox", { name: "Order" }));
  await press(page.getByRole("option", { name: "Username" }));
  await page.waitForURL(/sort=name/);
  await expect.poll(names).toEqual([first, second]);
  await press(page.getByRole("button", { name: "Show all" }));
  await page.waitForURL((url) => url.search === "?sort=name");
  await expect.poll(() => page.getByRole("button", { name: "Show all" }).count()).toBe(0);
  await page.goBack();
  await expect.poll(names).toEqual([first, second]);
});

test("the page of an unknown user says so", async ({ stage }) => {
  stage.expectError(/status of 404/);
  const page = await stage.visit({ as: await createAdmin(stage) });
  await page.goto("/admin/users/999999999");
  await page.getByRole("heading", { name: "No such user" }).waitFor();
  await press(page.getByRole("link", { name: "All users" }));
  await page.getByRole("heading", { level: 1, name: "Users" }).waitFor();
});
