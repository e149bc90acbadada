import { createAdmin } from "../stage/database.ts";
import { expect, messageOf, mouseAndTouch, press, test } from "../stage/stage.ts";
import { wordsOf } from "../stage/words.ts";
import { publish } from "./blog-post.ts";

test.for(mouseAndTouch)(
  "an admin signs a post in the editor, and readers see the name instead of the team's, $language, $width px",
  async (visit, { stage }) => {
    const words = wordsOf(visit.language);
    const admin = await createAdmin(stage);
    const { slug, title } = await publish(admin, { language: visit.language });
    const guest = await stage.visit(visit);
    await guest.goto(`/blog/${slug}`);
    await guest.locator("article header").getByText(words("Daymark team"), { exact: true }).waitFor();

    const page = await stage.visit({ ...visit, as: admin });
    await page.goto(`/blog/${slug}/edit`);
    await press(page.getByLabel(words("Show {name} as the author", { name: admin.username })), visit);
    await press(page.getByRole("button", { name: words("Update"), exact: true }), visit);
    await messageOf(page, words("Updated.")).waitFor();

    await guest.goto("/blog");
    await guest.locator("article").filter({ hasText: title }).getByText(admin.username, { exact: true }).waitFor();
    const html = await (await fetch(`${stage.url}/blog/${slug}`)).text();
    expect(html).toContain(`"author":{"@type":"Person","name":"${admin.username}"}`);
  },
);
