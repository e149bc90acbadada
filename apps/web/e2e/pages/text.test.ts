import type { Locator } from "playwright-core";
import { publish } from "../community/blog-post.ts";
import { newWord, sendRequest } from "../community/feature-request.ts";
import { createAdmin } from "../stage/database.ts";
import { expect, test } from "../stage/stage.ts";

const text = "*em* **strong**";

/** The width of the text in this element's font in pixels, and the sum of the widths of its characters. */
function widthsIn(element: Locator): Promise<{ whole: number; parts: number }> {
  return element.evaluate(async (parent, text) => {
    await document.fonts.ready;
    const widthOf = (content: string) => {
      const probe = document.createElement("span");
      probe.style.cssText = "position: absolute; white-space: pre";
      probe.textContent = content;
      parent.append(probe);
      const { width } = probe.getBoundingClientRect();
      probe.remove();
      return width;
    };
    return { whole: widthOf(text), parts: Array.from(text, widthOf).reduce((sum, width) => sum + width) };
  }, text);
}

test("a space between asterisks keeps its width in titles, notes, posts and requests", async ({ stage }) => {
  const admin = await createAdmin(stage);
  const title = `${newWord()} ${text}`;
  await admin.createHabit({ title });
  await admin.call("POST", "/notes/", { text });
  const post = await publish(admin, { blocks: [{ kind: "paragraph", text }] });
  const request = await sendRequest(admin, { title, details: text }, admin);
  const page = await stage.visit({ as: admin });
  const pages: Record<string, (() => Locator)[]> = {
    "/dashboard": [() => page.getByRole("rowheader").getByText(title), () => page.locator("textarea").first()],
    [`/blog/${post.slug}`]: [() => page.getByRole("main").getByText(text, { exact: true })],
    [request.path]: [() => page.getByRole("heading", { level: 1 }), () => page.locator("main article > p").last()],
  };
  for (const [path, places] of Object.entries(pages)) {
    await page.goto(path);
    for (const place of places) {
      await place().first().waitFor();
      // A test cannot measure text in a control, but the same style applies to it.
      expect(
        await place()
          .first()
          .evaluate((each) => getComputedStyle(each).fontVariantLigatures),
      ).toBe("no-contextual");
    }
    const { whole, parts } = await widthsIn(page.getByRole("main"));
    // Without the style, the text loses 16 of 115 pixels. Kerning changes less than one.
    expect(Math.abs(whole - parts), path).toBeLessThan(1);
  }
});
