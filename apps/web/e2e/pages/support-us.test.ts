import type { Locator } from "playwright-core";
import { encode } from "uqr";
import { afterAll, beforeAll } from "vitest";
import { type Product, startProduct } from "../stage/product.ts";
import { expect, mouseAndTouch, press, test } from "../stage/stage.ts";
import { wordsOf } from "../stage/words.ts";

const methods = [
  { name: "Card", url: "https://pay.example.org/daymark?amount=5&from=page", isPage: true },
  { name: "Bitcoin", url: "bitcoin:bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq?label=Daymark", isPage: false },
  { name: "Friends of Daymark", url: "https://friends.example.org/", isPage: true },
];

let product: Product;
beforeAll(async () => {
  product = await startProduct({ env: { DONATION_URL: methods.map(({ name, url }) => `${name}=${url}`).join(",") } });
});
afterAll(() => product.stop());

/** Reads which modules of the QR code are dark, row by row, including its border. */
function squaresOf(code: Locator): Promise<boolean[][]> {
  return code.evaluate((svg: SVGSVGElement) => {
    const size = svg.viewBox.baseVal.width;
    const [light, dark] = [svg.querySelector("rect"), svg.querySelector("path")] as [SVGRectElement, SVGPathElement];
    const colors = [light, dark].map((shape) => getComputedStyle(shape).fill).join();
    if (colors !== "rgb(255, 255, 255),rgb(0, 0, 0)") throw new Error(`a camera cannot read ${colors}`);
    return Array.from({ length: size }, (_, y) =>
      Array.from({ length: size }, (_, x) => dark.isPointInFill(new DOMPoint(x + 0.5, y + 0.5))),
    );
  });
}

test.for(mouseAndTouch)(
  "each way to donate has a QR code, an address and a button to copy it, $language, $width px",
  async (visit, { stage }) => {
    const words = wordsOf(visit.language);
    const page = await stage.visit({ ...visit, theme: visit.touch ? "dark" : "light", url: product.url });
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"], { origin: product.url });
    await page.goto("/support-us");
    await page.getByRole("heading", { level: 1, name: words("Support Us") }).waitFor();
    const cards = page.getByRole("listitem").filter({ has: page.getByRole("img") });
    // "Card" is translated. The operator writes the other names.
    const named = methods.map((method) => ({ ...method, name: method.name === "Card" ? words("Card") : method.name }));
    expect(await cards.getByRole("heading", { level: 2 }).allInnerTexts()).toEqual(named.map(({ name }) => name));
    for (const [index, { name, url, isPage }] of named.entries()) {
      const card = cards.nth(index);
      const code = card.getByRole("img", { name: words("QR code of the address for {name}", { name }) });
      expect(await squaresOf(code)).toEqual(encode(url, { ecc: "M", border: 4 }).data);
      expect(await card.getByText(url, { exact: true }).isVisible()).toBe(true);
      const link = card.getByRole("link");
      expect([await link.getAttribute("href"), await link.getAttribute("target")]).toEqual([
        url,
        isPage ? "_blank" : null,
      ]);
      const copy = card.getByRole("button");
      expect(await copy.textContent()).toBe(words("Copy the address"));
      await press(copy, visit);
      await card.getByRole("button", { name: words("Copied") }).waitFor();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url);
    }
    // The cards are side by side if there is space for two, else below each other. No address is wider than its card.
    const places = await cards.evaluateAll((all) => all.map((card) => Math.round(card.getBoundingClientRect().top)));
    expect(new Set(places).size).toBe(visit.touch ? 3 : 2);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  },
);
