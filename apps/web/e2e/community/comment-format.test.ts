import { createAdmin, createReader } from "../stage/database.ts";
import { expect, mouseAndTouch, press, test } from "../stage/stage.ts";
import { wordsOf } from "../stage/words.ts";
import { publish } from "./blog-post.ts";

for (const { language, width, touch } of mouseAndTouch) {
  test(`a comment is formatted by buttons and keys, and shown formatted, while an older one stays plain, in ${language} at ${width} px`, async ({
    stage,
  }) => {
    const words = wordsOf(language, "thread");
    const [admin, reader] = [await createAdmin(stage), await createReader(stage)];
    const { slug } = await publish(admin, { language });
    const old = await admin.call<{ id: number }>("POST", `/blogs/${slug}/comments/`, {
      text: "**Old** [a](https://x.org)",
    });
    const page = await stage.visit({ language, width, touch, as: reader });
    await page.goto(`/blog/${slug}`);
    const form = page.locator("#comment-form");
    const field = page.getByRole("textbox", { name: words("Add a comment") });
    const bar = form.getByRole("group", { name: words("Formatting") });
    const pressed = async (label: string) => {
      const before = await field.inputValue();
      await press(bar.getByRole("button", { name: words(label), exact: true }), { touch });
      await expect.poll(() => field.inputValue()).not.toBe(before);
    };

    await field.fill("Bold");
    await field.selectText();
    await pressed("Bold: **text**");
    expect(await field.inputValue()).toBe("**Bold**");
    expect(await field.evaluate((text) => text === document.activeElement)).toBe(true);
    // The same button removes the format, and so does the shortcut.
    await pressed("Bold: **text**");
    expect(await field.inputValue()).toBe("Bold");
    await page.keyboard.press("Control+b");
    expect(await field.inputValue()).toBe("**Bold**");
    await page.keyboard.press("Control+z");
    expect(await field.inputValue()).toBe("Bold");
    await page.keyboard.press("Control+b");
    await page.keyboard.press("Control+End");
    await page.keyboard.type(" and ");
    await page.keyboard.press("Control+i");
    await page.keyboard.type("leaning");
    await page.keyboard.press("Control+End");
    await page.keyboard.type(" ");
    await pressed("Link: [text](address)");
    await page.keyboard.type("there");
    await page.keyboard.press("Control+End");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.type("a.example/?b=1");
    await page.keyboard.press("Control+End");
    await page.keyboard.type("\n\nfirst\nsecond");
    await field.evaluate((text: HTMLTextAreaElement) =>
      text.setSelectionRange(text.value.length - 12, text.value.length),
    );
    await pressed("List: - item");
    await page.keyboard.press("Control+End");
    await page.keyboard.type(
      "\n\n> said\n\n```\nif (a) {\n  <b>\n}\n```\n\n<script>alert(1)</script> [no](javascript:alert(1))",
    );
    await press(form.getByRole("button", { name: words("Post comment") }), { touch });

    const item = page.locator("article[id^=comment-]").last();
    await item.locator("strong", { hasText: "Bold" }).waitFor();
    const shown = async () => {
      const text = item.locator(".comment-text");
      expect(await text.locator("em").allTextContents()).toEqual(["leaning"]);
      expect(await text.locator("ul > li").allTextContents()).toEqual(["first", "second"]);
      expect(await text.locator("blockquote").allTextContents()).toEqual(["said"]);
      expect(await text.locator("pre").textContent()).toBe("if (a) {\n  <b>\n}");
      const [link, ...others] = await text.locator("a").all();
      expect(others).toEqual([]);
      expect(await link?.getAttribute("href")).toBe("https://a.example/?b=1");
      expect(await link?.getAttribute("rel")).toBe("nofollow ugc noopener");
      expect(await text.locator("> p").last().textContent()).toBe(
        "<script>alert(1)</script> [no](javascript:alert(1))",
      );
    };
    await shown();
    expect(await page.locator(`#comment-${old.id} p`).innerHTML()).toMatch(
      /^\*\*Old\*\* \[a\]\(<a href="https:\/\/x.org\/" rel="nofollow ugc noopener"/,
    );

    // The page that the server renders is the same, and editing shows the text as the user typed it.
    await page.reload();
    await shown();
    await press(item.getByRole("button", { name: words("More actions") }), { touch });
    await press(page.getByRole("menuitem", { name: words("Edit") }), { touch });
    const edited = item.getByRole("textbox");
    expect(await edited.inputValue()).toContain("**Bold** and _leaning_ [there](https://a.example/?b=1)");
    await edited.fill("Now `code`");
    await press(item.getByRole("button", { name: words("Save") }), { touch });
    await item.locator("code", { hasText: "code" }).waitFor();
    // The page was never wider than the screen.
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  });
}
