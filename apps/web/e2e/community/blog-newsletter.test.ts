import type { Page } from "playwright-core";
import { createAdmin, createReader } from "../stage/database.ts";
import { expect, mouseAndTouch, press, test } from "../stage/stage.ts";
import { newName, type User } from "../stage/user.ts";
import { wordsOf } from "../stage/words.ts";
import { publish } from "./blog-post.ts";

const isSubscriber = async (user: User) =>
  (await user.call<{ newsletter_subscriber: boolean }>("GET", "/profile/")).newsletter_subscriber;
const boxOf = (page: Page, words: ReturnType<typeof wordsOf>) =>
  page.getByRole("region", { name: words("Newsletter") });

test.for(mouseAndTouch)(
  "a guest who wants new posts is subscribed after the log-in, at the post they came from, $language, $width px",
  async (visit, { stage }) => {
    const words = wordsOf(visit.language);
    const [admin, reader] = [await createAdmin(stage), await createReader(stage)];
    const { slug } = await publish(admin, { language: visit.language });
    const page = await stage.visit(visit);
    await page.goto(`/blog/${slug}`);
    const box = boxOf(page, words);
    // The user has an address already, so the box has no field for it.
    expect(await box.getByRole("textbox").count()).toBe(0);
    await press(box.getByRole("link", { name: words("Subscribe") }), visit);
    await page.waitForURL(/\/signup/);
    await expect.poll(() => page.locator("input[name=newsletter]").isChecked()).toBe(true);
    await press(page.locator("main a[href^='/login']"), visit);
    await page.locator("input[name=password_confirmation]").waitFor({ state: "detached" });
    await page.locator("input[name=username]").fill(reader.username);
    await page.locator("input[name=password]").fill(reader.password);
    await page.locator("main form button[type=submit]").click();
    await page.waitForURL(`**/blog/${slug}#newsletter`);
    await box.getByText(words("Subscribed"), { exact: true }).waitFor();
    expect(await isSubscriber(reader)).toBe(true);
    await press(box.getByRole("link", { name: words("Unsubscribe in the settings") }), visit);
    await page.waitForURL(/\/settings/);
  },
);

test.for(mouseAndTouch)(
  "a user subscribes below the list with one press, $language, $width px",
  async (visit, { stage }) => {
    const words = wordsOf(visit.language);
    const reader = await createReader(stage);
    await publish(await createAdmin(stage), { language: visit.language });
    const page = await stage.visit({ ...visit, as: reader });
    await page.goto("/blog");
    const box = boxOf(page, words);
    await press(box.getByRole("button", { name: words("Subscribe") }), visit);
    await box.getByText(words("Subscribed"), { exact: true }).waitFor();
    expect(await isSubscriber(reader)).toBe(true);
    await page.reload();
    await box.getByText(words("Subscribed"), { exact: true }).waitFor();
  },
);

test("a guest who signs up for new posts must verify their address first, and is not subscribed after unticking the box", async ({
  stage,
}) => {
  await publish(await createAdmin(stage));
  for (const isWanted of [true, false]) {
    const page = await stage.visit({ language: "en" });
    await page.goto("/blog");
    const box = boxOf(page, wordsOf("en"));
    await box.getByRole("link", { name: "Subscribe" }).click();
    await page.waitForURL(/\/signup/);
    const name = newName();
    const password = "Correct-horse-7";
    await page.locator("input[name=username]").fill(name);
    await page.locator("input[name=email]").fill(`${name}@example.org`);
    await page.locator("input[name=password]").fill(password);
    await page.locator("input[name=password_confirmation]").fill(password);
    await page.locator("input[name=agreement]").check();
    if (!isWanted) await page.locator("input[name=newsletter]").uncheck();
    await page.locator("main form button[type=submit]").click();
    await page.waitForURL("**/blog#newsletter");
    await box
      .getByText(isWanted ? "You are subscribed. Verify your email" : "Verify your email to subscribe.")
      .waitFor();
  }
});
