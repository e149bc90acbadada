import type { Trends } from "@daymark/domain/operator/operator-view";
import { createAdmin, inDatabase } from "../stage/database.ts";
import { expect, mouseAndTouch, press, test } from "../stage/stage.ts";
import { wordsOf } from "../stage/words.ts";

test.for(mouseAndTouch)(
  "the overview compares the last 28 days with the 28 before and links to the statistics, $language, $width px",
  async (visit, { stage }) => {
    const words = wordsOf(visit.language);
    const admin = await createAdmin(stage);
    await inDatabase(
      stage,
      (sql) => sql`
        insert into statistics_days (day, measure, label, amount)
        select (now() at time zone 'UTC')::date - ago, measure, label, amount from (values
          (90, 'began', '', 1), (5, 'entries', 'value', 1200), (9, 'entries', 'value', 300), (40, 'entries', 'value', 1000)
        ) as days (ago, measure, label, amount)
        on conflict do nothing`,
    );
    // Parallel tests may have recorded days too, so the test reads the count.
    const { entries: counted } = await admin.call<Trends>("GET", "/admin/overview/trends/");
    const number = new Intl.NumberFormat(visit.language === "en" ? "en-US" : "uk-UA");
    expect(counted.amount).toBeGreaterThan(counted.before ?? 0);
    const page = await stage.visit({ ...visit, as: admin });
    await page.goto("/admin");
    const trends = page.getByRole("region", { name: words("Trends") });
    const entries = trends.locator("dl > div", { hasText: words("Recorded entries") });
    await entries.getByText(number.format(counted.amount ?? 0), { exact: true }).waitFor();
    await entries
      .getByText(number.format((counted.amount ?? 0) - (counted.before ?? 0)))
      .first()
      .waitFor();
    // The arrow and the sparkline.
    expect(await entries.locator("svg").count()).toBe(2);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    await press(trends.getByRole("link"), visit);
    await page.waitForURL("**/statistics");
  },
);
