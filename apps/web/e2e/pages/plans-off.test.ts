import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { openPalette } from "../stage/command.ts";
import { createAdmin, inDatabase } from "../stage/database.ts";
import { type Product, startProduct } from "../stage/product.ts";
import { untilLoaded } from "../stage/requests.ts";
import { expect, mouseAndTouch, press, test } from "../stage/stage.ts";
import { createUser, type User } from "../stage/user.ts";
import { wordsOf } from "../stage/words.ts";

let product: Product;
/** Adapts this test's product to the helpers that take the run's product. */
let installation: { mailDirectory: string; createUser: () => Promise<User> };
beforeAll(async () => {
  product = await startProduct({ env: { PLANS: "off" } });
  installation = { mailDirectory: product.mailDirectory, createUser: () => createUser(product.url) };
});
afterAll(() => product.stop());

/** All forms of the noun "plan". "Planned" is a status of feature requests, and "Plan a vacation" a command. */
const plan = { en: /\bplans?\b(?! a vacation)/i, uk: /(?<!\p{L})план(у|и|ів|ом|ам|ами|ах|і)?(?!\p{L})/iu };

const publicPages = [
  ...["/", "/signup", "/login", "/support-us", "/terms-and-conditions", "/privacy-policy", "/blog"],
  ...["/feature-requests", "/feature-requests/roadmap", "/changelog"],
];
const adminPages = [
  ...["/home", "/dashboard", "/settings/general", "/settings/security", "/settings/connections"],
  ...["/feature-requests/new", "/statistics?view=users", "/statistics?view=habits", "/logs"],
  ...["/admin", "/admin/users", "/admin/invitations", "/admin/moderation", "/admin/apps", "/admin/files"],
  ...["/admin/images", "/admin/mail", "/admin/jobs", "/admin/audit", "/admin/switches"],
];

/** The text of an element without the data in its scripts. */
async function visibleText(part: Locator): Promise<string> {
  return (await part.allInnerTexts()).join();
}

async function textOf(page: Page, path: string): Promise<string> {
  await page.goto(path);
  await untilLoaded(page);
  return visibleText(page.locator("body"));
}

test.for(mouseAndTouch)("without plans no page mentions them, $language, $width px", async (visit, { stage }) => {
  const guest = await stage.visit({ ...visit, url: product.url });
  // The same check does find the word on a product with plans.
  const other = await stage.visit(visit);
  expect(await textOf(other, "/")).toMatch(plan[visit.language]);
  for (const path of publicPages) expect(await textOf(guest, path), path).not.toMatch(plan[visit.language]);
  const admin = await createAdmin(installation);
  const page = await stage.visit({ ...visit, url: product.url, as: admin });
  const own = await admin.call<{ results: { id: number }[] }>("GET", "/admin/users/");
  const views = [...adminPages, `/admin/users/${own.results[0]?.id}`];
  for (const path of views) expect(await textOf(page, path), path).not.toMatch(plan[visit.language]);
  await page.goto("/dashboard");
  await openPalette(page);
  await page.getByRole("option").first().waitFor();
  expect(await visibleText(page.getByRole("listbox"))).not.toMatch(plan[visit.language]);
});

test("without plans every link on the landing page to one of its sections works", async ({ stage }) => {
  const page = await stage.visit({ url: product.url });
  await page.goto("/");
  const missing = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLAnchorElement>("a[href*='#']")]
      .map(({ hash }) => hash)
      .filter((hash) => hash && !document.getElementById(hash.slice(1))),
  );
  expect(missing).toEqual([]);
  expect(await page.locator("#plans").count()).toBe(0);
});

test.for(mouseAndTouch)(
  "without plans a user has the year layout, and up to 200 habits of each type, $language, $width px",
  async (visit, { stage }) => {
    const words = wordsOf(visit.language);
    const user = await installation.createUser();
    await user.createHabit({ title: "Read" });
    const page = await stage.visit({ ...visit, url: product.url, as: user });
    await page.goto("/dashboard");
    if (visit.touch) await press(page.getByRole("button", { name: words("More dashboard options") }), visit);
    const opener = visit.touch ? "menuitem" : "button";
    await press(page.getByRole(opener, { name: words("Dashboard settings") }), visit);
    const settings = page.getByRole("dialog");
    await press(settings.getByText(words("Year"), { exact: true }), visit);
    await settings.getByText(words("A whole year of every habit, one square per day.")).waitFor();
    expect(await visibleText(settings)).not.toMatch(plan[visit.language]);
    await press(settings.getByRole("button", { name: words("Done") }), visit);
    await expect
      .poll(async () => (await user.call<{ layout: string | null }>("GET", "/settings/")).layout)
      .toBe("year");

    await inDatabase(
      installation,
      (sql) => sql`
        with added as (
          insert into habits (user_id, title, type, unit, hue, position, created_on)
          select users.id, 'Habit ' || n, type, 'repetitions', 0, n, '2026-01-01'
          from users, (values ('good', 199), ('bad', 200)) as types (type, amount), generate_series(1, amount) as n
          where username = ${user.username}
          returning user_id, id
        )
        insert into habit_targets (user_id, habit_id, from_day, target)
        select user_id, id, date '2026-01-01', 1 from added`,
    );
    // The vertical layout, because the year layout would draw 400 maps.
    await user.call("PATCH", "/settings/", { layout: "vertical", filter: { text: "Read" } });
    const full = await stage.visit({ ...visit, url: product.url, as: user });
    await full.goto("/dashboard");
    await press(full.getByRole("button", { name: words("New habit") }), visit);
    const popover = full.getByRole("dialog", { name: words("Why you cannot add a habit") });
    await popover.getByRole("heading", { name: words("There is no room for another habit") }).waitFor();
    const told = await visibleText(popover);
    expect(told).toContain("200");
    expect(told).not.toMatch(plan[visit.language]);
  },
);
