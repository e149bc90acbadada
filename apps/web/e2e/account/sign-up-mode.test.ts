import { afterAll, beforeAll, describe } from "vitest";
import { type Product, startProduct } from "../stage/product.ts";
import { untilLoaded } from "../stage/requests.ts";
import { expect, mouseAndTouch, press, test } from "../stage/stage.ts";
import { wordsOf } from "../stage/words.ts";

const sentences = {
  invite: ["You need an invitation to sign up here", "Open the link of your invitation to create an account."],
  closed: ["Nobody can sign up here", "The operator of this server creates the accounts."],
} as const;

describe.each(["invite", "closed"] as const)("SIGN_UP=%s", (mode) => {
  let product: Product;
  beforeAll(async () => {
    product = await startProduct({ env: { SIGN_UP: mode } });
  });
  afterAll(() => product.stop());

  test.for(mouseAndTouch)(
    "the sign-up page says who may sign up and offers the log-in, $language, $width px",
    async (visit, { stage }) => {
      const words = wordsOf(visit.language);
      const page = await stage.visit({ ...visit, url: product.url });
      await page.goto("/signup");
      const main = page.getByRole("main");
      await main.getByRole("heading", { level: 1, name: words(sentences[mode][0]) }).waitFor();
      await main.getByText(words(sentences[mode][1])).waitFor();
      expect(await main.getByRole("textbox").count()).toBe(0);
      await press(main.getByRole("link", { name: words("Log in") }), visit);
      await page.getByRole("heading", { name: words("Log in to Daymark") }).waitFor();
    },
  );

  test("without scripts the sign-up page still has its heading", async ({ stage }) => {
    const page = await stage.visit({ url: product.url, scripts: false });
    await page.goto("/signup");
    expect(await page.getByRole("main").locator("h1").allInnerTexts()).toEqual(["Sign Up"]);
    expect(await page.getByRole("main").locator("noscript p").count()).toBe(1);
  });

  test("no page has a link to the sign-up, and the landing page leads to the log-in", async ({ stage }) => {
    const page = await stage.visit({ url: product.url });
    for (const path of ["/", "/login", "/blog", "/feature-requests", "/support-us", "/terms-and-conditions"]) {
      await page.goto(path);
      await untilLoaded(page);
      expect(await page.locator("a[href^='/signup']").count(), path).toBe(0);
    }
    await page.goto("/");
    const leads = page.getByRole("main").getByRole("link", { name: "Log in" });
    expect(await leads.count()).toBe(2);
    await leads.first().click();
    await page.getByRole("heading", { name: "Log in to Daymark" }).waitFor();
  });
});
