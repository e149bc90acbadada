import { afterAll, beforeAll } from "vitest";
import { openDashboard } from "../stage/calendar.ts";
import { type Product, startProduct } from "../stage/product.ts";
import { expect, mouseAndTouch, press, test } from "../stage/stage.ts";
import { createUser } from "../stage/user.ts";
import { wordsOf } from "../stage/words.ts";

let ownMachine: Product;
let named: Product;
beforeAll(async () => {
  [ownMachine, named] = await Promise.all([startProduct(), startProduct({ hostname: "localhost" })]);
});
afterAll(() => Promise.all([ownMachine.stop(), named.stop()]));

test.for(mouseAndTouch)(
  "a full plan, analytics and the year layout name the variable that lifts their limit, but not with PUBLIC_URL, $language, $width px",
  async (visit, { stage }) => {
    const words = wordsOf(visit.language);
    for (const { url } of [ownMachine, named]) {
      const user = await createUser(url);
      for (const type of ["good", "bad"] as const) {
        for (const title of ["One", "Two", "Three"]) await user.createHabit({ title, type });
      }
      const page = await stage.visit({ ...visit, url, as: user });
      const hints = page.getByText("PLANS=off");
      const expectHint = (place: string) =>
        expect.poll(() => hints.count(), { message: place }).toBe(url === ownMachine.url ? 1 : 0);
      await openDashboard(page);
      await press(page.getByRole("button", { name: words("New habit") }), visit);
      await page.getByRole("heading", { name: words("The free plan is full") }).waitFor();
      await expectHint("a full plan");

      await page.goto("/dashboard?analytics=0");
      await page.getByRole("link", { name: words("See both plans") }).waitFor();
      await expectHint("analytics");

      await openDashboard(page);
      if (visit.touch) await press(page.getByRole("button", { name: words("More dashboard options") }), visit);
      const opener = visit.touch ? "menuitem" : "button";
      await press(page.getByRole(opener, { name: words("Dashboard settings") }), visit);
      const settings = page.getByRole("dialog");
      await press(settings.getByRole("button", { name: words("Year (paid plan)") }), visit);
      const locked =
        "The year at a glance, a heat map of every habit, is part of the paid plan, which is coming soon. Each habit’s statistics show its own year.";
      await settings.getByText(words(locked)).waitFor();
      await expectHint("the year layout");
    }
  },
);
