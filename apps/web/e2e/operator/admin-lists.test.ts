import { createAdmin } from "../stage/database.ts";
import { expect, press, test } from "../stage/stage.ts";
import { wordsOf } from "../stage/words.ts";

test.for(["en", "uk"] as const)(
  "text filters the lists, and empty lists say what is missing, %s",
  async (language, { stage }) => {
    const words = wordsOf(language);
    const admin = await createAdmin(stage);
    const post = await admin.call<{ slug: string }>("POST", "/blogs/", {
      title: "Words",
      description: "Of actions.",
      blocks: [{ kind: "paragraph", text: "One." }],
    });
    const page = await stage.visit({ as: admin, language });
    const choose = async (label: string, option: string) => {
      await press(page.getByRole("combobox", { name: words(label) }));
      await press(page.getByRole("option", { name: words(option), exact: true }));
    };
    await page.goto(`/admin/audit?actor=${admin.username}`);
    await page.getByText(`post ${post.slug}`).waitFor();
    await choose("Action", "Post deleted");
    // The text filter matches none of them.
    await page.getByRole("heading", { name: words("No results") }).waitFor();
    expect(new URL(page.url()).searchParams.get("action")).toBe("blog.delete");
    await choose("Action", "Post created");
    await page
      .getByRole("listitem")
      .filter({ hasText: words("Post created") })
      .getByText(`post ${post.slug}`)
      .waitFor();

    await page.goto("/admin/mail");
    await choose("Kind of email", "Confirm an address");
    await page.waitForURL("**/admin/mail?template=verify_email");
    await page
      .getByRole("listitem")
      .filter({ hasText: words("Confirm an address") })
      .first()
      .waitFor();

    // If this version does not know a code, the list shows the code itself.
    await page.goto("/admin/jobs?task=of_old");
    await page.getByRole("heading", { name: words("No results") }).waitFor();
    await expect.poll(() => page.getByRole("combobox", { name: words("Task") }).textContent()).toContain("of_old");
    await choose("Task", "Clean up");
    await page.waitForURL("**/admin/jobs?task=clean_up");
  },
);

test("the admin site is as wide as header and footer, and a line of the audit trail shows its time without a line break", async ({
  stage,
}) => {
  const admin = await createAdmin(stage);
  await admin.call("GET", "/admin/audit/file/").catch(() => {});
  const page = await stage.visit({ as: admin, width: 1440, language: "uk" });
  await page.goto(`/admin/audit?actor=${admin.username}`);
  const time = page.locator("main time").first();
  await time.waitFor();
  expect(await time.evaluate((element) => element.getClientRects().length)).toBe(1);
  expect(await time.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0);
  const edgesOf = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => {
        const { left, right } = element.getBoundingClientRect();
        return [left, right];
      });
  const frame = await edgesOf("main nav");
  const header = await edgesOf("header nav > a");
  expect(frame[0]).toBe(header[0]);
  expect((await edgesOf("main > div"))[1]).toBe((await edgesOf("header nav"))[1]);
});
