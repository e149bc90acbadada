import { publish, uploadPicture } from "../community/blog-post.ts";
import { checkRoutes, checkStates } from "../stage/axe.ts";
import { createAdmin, createReader, inDatabase } from "../stage/database.ts";
import { expect, messageOf, press, test } from "../stage/stage.ts";

test("an admin finds a user, deactivates and reactivates them, and the audit trail shows it", async ({ stage }) => {
  const [admin, reader] = [await createAdmin(stage), await createReader(stage)];
  const page = await stage.visit({ as: admin });
  await page.goto("/admin/users");
  await page.getByRole("searchbox").fill(reader.username);
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/admin/users?search=${reader.username}`);
  const line = page.getByRole("listitem").filter({ hasText: reader.username });
  for (const [edit, confirm] of [
    ["Deactivate", "Deactivate"],
    ["Activate again", "Activate"],
  ] as const) {
    await line.getByRole("button", { name: `Actions for ${reader.username}` }).click();
    await press(page.getByRole("menuitem", { name: edit }));
    await page.getByRole("alertdialog").getByRole("button", { name: confirm }).click();
    await messageOf(page, `${reader.username} was changed.`).first().waitFor();
    await expect.poll(() => line.getByText("Deactivated").count()).toBe(edit === "Deactivate" ? 1 : 0);
  }
  await line.getByRole("button", { name: `Actions for ${reader.username}` }).click();
  await press(page.getByRole("menuitem", { name: "Admin actions on this user" }));
  await expect.poll(() => page.getByText("is_active: false").isVisible()).toBe(true);
  await page.goto("/admin/users");
  await page.getByRole("link", { name: "Switches" }).click();
  // The run's product does not use this switch, so turning it affects no parallel test.
  const providers = page.getByRole("switch", { name: "Third-party log-in" });
  await providers.click();
  await messageOf(page, "Third-party log-in: off").waitFor();
  await page.getByRole("link", { name: "Apps", exact: true }).click();
  await page.getByRole("link", { name: "1 feature is off" }).click();
  await page.waitForURL("**/admin/switches");
  await providers.click();
  await messageOf(page, "Third-party log-in: on").waitFor();

  // The admin changes the description of a picture. The test finds its card by the picture, because other tests upload
  // pictures too.
  const { url } = await uploadPicture(stage.url, admin, "Seedlings");
  await page.getByRole("link", { name: "Images" }).click();
  const card = page.getByRole("listitem").filter({ has: page.locator(`img[src="${url}"]`) });
  const describe = card.getByRole("button", { name: /^Describe the image: / });
  await describe.click();
  const words = page.getByLabel("What the image shows");
  await words.fill(" ");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").getByText("This field may not be blank.").waitFor();
  await words.fill(`Leaves of ${reader.username}`);
  await page.keyboard.press("Enter");
  await messageOf(page, "The description has been saved.").waitFor();
  await card.getByText(`Leaves of ${reader.username}`).waitFor();
  await expect.poll(() => describe.evaluate((button) => button === document.activeElement)).toBe(true);
});

test("the menu says why an account with an unverified address cannot become an admin", async ({ stage }) => {
  const [admin, unverified] = [await createAdmin(stage), await stage.createUser()];
  for (const [language, action, reason] of [
    ["en", "Make an admin", "Only possible once the email address is verified."],
    ["uk", "Зробити адміністратором", "Можливо лише після підтвердження електронної адреси."],
  ] as const) {
    const page = await stage.visit({ as: admin, language });
    await page.goto(`/admin/users?search=${unverified.username}`);
    await page.getByRole("listitem").filter({ hasText: unverified.username }).getByRole("button").click();
    const item = page.getByRole("menuitem", { name: `${action} ${reason}` });
    await item.waitFor();
    expect(await item.getAttribute("aria-disabled")).toBe("true");
  }
});

test("an admin page shows skeletons while it loads", async ({ stage }) => {
  const page = await stage.visit({ as: await createAdmin(stage) });
  await page.goto("/admin/users");
  const links = page.getByRole("navigation", { name: "Admin site" }).getByRole("link");
  await page
    .getByRole("button", { name: /^Actions for / })
    .first()
    .waitFor();
  const names = (await links.allInnerTexts()).filter((name) => name !== "Users");
  expect(names).toHaveLength(12);
  await page.route("**/trpc/**", () => {});
  for (const name of names) {
    await links.getByText(name, { exact: true }).click();
    const title = name === "Logs" ? "Log applications" : name;
    await page.getByRole("heading", { level: 1, name: title, exact: true }).waitFor();
    await page.locator("main [aria-busy=true] .skeleton").first().waitFor();
  }
});

test("axe finds no problem on the admin pages, and other users get no such pages", { timeout: 180_000 }, async ({
  stage,
}) => {
  stage.expectError(/status of 404/);
  const admin = await createAdmin(stage);
  const { id } = await uploadPicture(stage.url, admin, "Seedlings");
  // An image in several posts has a list of links.
  for (let count = 0; count < 3; count += 1)
    await publish(admin, { blocks: [{ kind: "image", image_id: id, alt: "Seedlings" }] });
  // Adds waiting and failed jobs.
  await inDatabase(
    stage,
    (sql) => sql`
      with waiting as (select graphile_worker.add_job('send_mail', '{}', run_at => now() + interval '1 day')),
      given_up as (
        insert into graphile_worker._private_jobs (task_id, attempts, max_attempts, last_error, run_at)
        select id, 3, 3, 'nobody answered', now() from graphile_worker._private_tasks limit 1
      )
      select from waiting`,
  );
  const guest = await stage.visit();
  await guest.goto("/admin/users");
  await guest.waitForURL("**/not-found");
  const page = await stage.visit({ language: "en", theme: "light", as: admin });
  const route = (path: string) => ({
    name: path,
    open: async () => {
      await page.goto(path);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.locator("main [aria-busy=true]").first().waitFor({ state: "detached" });
    },
  });
  const names = ["", "/users", "/users/1", "/apps", "/files", "/images", "/jobs", "/mail", "/audit", "/switches"];
  await checkRoutes(
    page,
    names.map((name) => route(`/admin${name}`)),
  );
  // The landing page of a logged-in user. Other tests check the one of guests.
  await checkStates(page, [route("/home")]);
});
