import { untilLoaded } from "../stage/requests.ts";
import { expect, mouseAndTouch, test } from "../stage/stage.ts";

test.for(mouseAndTouch)(
  "the landing page loads one picture of the product, in the reader's language and theme, and on a phone only near the viewport, $language, $width px",
  async ({ language, width, touch }, { stage }) => {
    for (const theme of ["light", "dark"] as const) {
      const page = await stage.visit({ language, width, touch, theme });
      const asked: string[] = [];
      page.on("request", (request) => {
        const [, name] = request.url().match(/\/((?:wide|narrow)-[a-z]+-[a-z]+)[^/]*\.(?:avif|webp)$/) ?? [];
        if (name) asked.push(name);
      });
      await page.goto("/");
      await untilLoaded(page);
      if (touch) expect(asked).toEqual([]);
      const picture = page.getByRole("region", { name: /one screen|одному екрані/ }).getByRole("img");
      // The picture of the other theme is hidden.
      await expect.poll(() => picture.count()).toBe(1);
      await picture.scrollIntoViewIfNeeded();
      await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(700);
      expect(asked).toEqual([`${width < 640 ? "narrow" : "wide"}-${language}-${theme}`]);
      expect(await picture.getAttribute("alt")).toMatch(language === "en" ? /^The dashboard/ : /^Панель звичок/);
      await page.close();
    }
  },
);
