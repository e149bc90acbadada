import { afterAll, beforeAll, describe } from "vitest";
import { canvasColors } from "../../src/lib/preferences/theme.ts";
import { type Product, startProduct } from "../stage/product.ts";
import { untilLoaded } from "../stage/requests.ts";
import { expect, test } from "../stage/stage.ts";
import { framesOf, recordFrames } from "./frames.ts";

const systems = ["light", "dark"] as const;

describe.each(["light", "system"] as const)("DEFAULT_THEME=%s", (defaultTheme) => {
  let product: Product;
  beforeAll(async () => {
    product = await startProduct({ env: { DEFAULT_THEME: defaultTheme } });
  });
  afterAll(() => product.stop());

  test.for(systems)(
    "no frame has another theme before the default one, on a %s device",
    async (colorScheme, { stage }) => {
      const page = await stage.visit({ url: product.url, colorScheme });
      // If the policy refused the script in the head, the browser would log an error, which fails the test.
      await recordFrames(page);
      await page.goto("/");
      await untilLoaded(page);
      const theme = defaultTheme === "system" ? colorScheme : defaultTheme;
      const shown = await page.evaluate(() => ({
        theme: document.documentElement.dataset.theme,
        background: getComputedStyle(document.documentElement).backgroundColor,
        frame: document.querySelector<HTMLMetaElement>("meta[name=theme-color]")?.content,
        stored: localStorage.getItem("theme"),
      }));
      expect(shown).toMatchObject({ theme, frame: canvasColors[theme], stored: null });
      await expect.poll(async () => (await framesOf(page)).length).toBeGreaterThan(3);
      expect(new Set(await framesOf(page))).toEqual(new Set([shown.background]));
      await page.getByRole("navigation", { name: "Main" }).getByLabel("Theme").click();
      const name = { light: "Light", system: "System" }[defaultTheme];
      expect(await page.getByRole("button", { name, pressed: true }).count()).toBe(1);
    },
  );

  test("a theme that the user chose wins over the default, also after a reload", async ({ stage }) => {
    const page = await stage.visit({ url: product.url, colorScheme: "light" });
    await page.goto("/");
    await untilLoaded(page);
    await page.getByRole("navigation", { name: "Main" }).getByLabel("Theme").click();
    await page.getByRole("button", { name: "Dark" }).click();
    await recordFrames(page);
    await page.reload();
    await untilLoaded(page);
    await expect.poll(async () => (await framesOf(page)).length).toBeGreaterThan(3);
    expect(new Set(await framesOf(page)).size).toBe(1);
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe("dark");
  });

  test("an installed app starts in the color of the default theme", async () => {
    const manifest = await (await fetch(`${product.url}/manifest.webmanifest`)).json();
    const color = canvasColors[defaultTheme === "light" ? "light" : "dark"];
    expect([manifest.theme_color, manifest.background_color]).toEqual([color, color]);
  });
});
