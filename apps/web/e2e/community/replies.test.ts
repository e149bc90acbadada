import { createAdmin, inDatabase } from "../stage/database.ts";
import { expect, mouseAndTouch, press, test } from "../stage/stage.ts";
import { newName } from "../stage/user.ts";
import { publish } from "./blog-post.ts";

/** The button's text in each language, by the number of replies it adds. */
const labels = {
  en: { 20: "Show 20 more replies", 5: "Show 5 more replies" },
  uk: { 20: "Показати ще 20 відповідей", 5: "Показати ще 5 відповідей" },
} as const;

test.for(mouseAndTouch)(
  "a guest loads many replies in steps and keeps the typed text, $language, $width px",
  async (visit, { stage }) => {
    const admin = await createAdmin(stage);
    const { slug } = await publish(admin, { language: visit.language });
    const question = await admin.call<{ id: number }>("POST", `/blogs/${slug}/comments/`, { text: "Who else?" });
    const word = newName("reply");
    const ids = await inDatabase(stage, async (sql) => {
      const rows = await sql<{ id: string }[]>`
        insert into comments (thread_id, author_id, parent_id, text)
        select thread_id, author_id, id, ${word} || ' ' || n from comments, generate_series(1, 30) n
        where id = ${question.id} order by n returning id`;
      return rows.map(({ id }) => `comment-${id}`);
    });
    const label = labels[visit.language];
    // The server renders only the first replies.
    const sent = await (await fetch(`${stage.url}/blog/${slug}`)).text();
    expect(ids.filter((id) => sent.includes(`id="${id}"`))).toEqual(ids.slice(0, 5));

    const page = await stage.visit(visit);
    const replies = page.locator(`#comment-${question.id}`).locator("xpath=..").locator("ol article");
    const more = (text: string) => page.getByRole("link", { name: text, exact: true });
    const focused = () => page.evaluate(() => document.activeElement?.id);
    await page.goto(`/blog/${slug}`);
    await press(page.locator(`#answer-${question.id}`), visit);
    const field = page.locator("ol ol textarea");
    await field.fill("Me too, since");
    await press(more(label[20]), visit);
    await expect.poll(focused).toBe(ids[5]);
    expect(await replies.count()).toBe(25);
    expect(await field.inputValue()).toBe("Me too, since");
    await press(more(label[5]), visit);
    await expect.poll(focused).toBe(ids[25]);
    expect(await replies.evaluateAll((all) => all.map(({ id }) => id))).toEqual(ids);
    expect(await more(label[5]).count()).toBe(0);
    expect(await field.inputValue()).toBe("Me too, since");

    // The URL of a reply far down loads that reply.
    await page.goto("about:blank");
    await page.goto(`/blog/${slug}#${ids[29]}`);
    await expect.poll(focused).toBe(ids[29]);

    const plain = await stage.visit({ ...visit, scripts: false });
    await plain.goto(`/blog/${slug}`);
    await plain.getByRole("link", { name: label[20], exact: true }).click();
    await plain.locator(`#${ids[24]}`).waitFor();
    expect(await plain.locator(`#comment-${question.id}`).count()).toBe(1);
    await plain.getByRole("link", { name: label[5], exact: true }).click();
    await plain.locator(`#${ids[29]}`).waitFor();
  },
);
