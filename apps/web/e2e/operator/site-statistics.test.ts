import { checkRoutes, checkStates } from "../stage/axe.ts";
import { createAdmin, createReader, inDatabase } from "../stage/database.ts";
import { expect, type Stage, test } from "../stage/stage.ts";
import { chartOf, fileOf, tableOf } from "../stage/statistics.ts";
import { wordsOf } from "../stage/words.ts";

const words = wordsOf("en");
/** A week in which only this test records data, and the week before. */
const week = "from=2020-01-13&to=2020-01-19";

/** Writes rolled-up days as the job does. */
function writeDays(stage: Stage): Promise<void> {
  return inDatabase(stage, async (sql) => {
    await sql`insert into statistics_state (rolled_up_at) values (now())
      on conflict (id) do update set rolled_up_at = now()`;
    await sql`
      insert into statistics_days (day, measure, label, amount) values
        ('2020-01-06', 'began', '', 1),
        ('2020-01-07', 'sign_ups', 'password', 10),
        ('2020-01-14', 'sign_ups', 'password', 9),
        ('2020-01-15', 'sign_ups', 'google', 3),
        ('2020-01-08', 'active', '', 7),
        ('2020-01-14', 'active', '', 5),
        ('2020-01-14', 'active_week', '', 5),
        ('2020-01-16', 'active_week', '', 2),
        ('2020-01-16', 'active', '', 9),
        ('2020-01-17', 'accounts', 'all', 40),
        ('2020-01-17', 'accounts_by_plan', 'free', 30),
        ('2020-01-17', 'accounts_by_plan', 'paid', 10),
        ('2020-01-17', 'habits', 'all', 100),
        ('2020-01-17', 'habits_by_unit', 'minutes', 75),
        ('2020-01-17', 'habits_by_unit', 'cups', 25),
        ('2020-01-15', 'entries', 'value', 800),
        ('2020-01-16', 'entries', 'skipped', 50)
      on conflict do nothing`;
    await sql`
      insert into statistics_cohorts (week, weeks_later, users, active) values
        ('2020-01-13', 0, 12, 12), ('2020-01-13', 1, 12, 6), ('2020-01-13', 2, 12, 3)
      on conflict do nothing`;
  });
}

test("an admin reads the site statistics as text, charts, tables and files, and the URL keeps the range", async ({
  stage,
}) => {
  await writeDays(stage);
  const page = await stage.visit({ as: await createAdmin(stage) });
  await page.goto(`/statistics?${week}`);
  await page.getByRole("heading", { level: 1, name: words("Statistics") }).waitFor();
  expect(await page.title()).toBe("Statistics | Daymark");
  const main = page.getByRole("main");
  const figureOf = (name: string) => main.locator("dl > div", { has: page.locator("dt", { hasText: name }) });
  await figureOf("Sign-ups").getByText("2 more than before (+20%)").waitFor();
  expect(await figureOf("Sign-ups").locator("dd").first().textContent()).toBe("12");
  await page.getByText("Compared with the days right before: Jan 6 – 12, 2020.").waitFor();

  const rows = await tableOf(main, "Sign-ups by day", words);
  expect(rows).toEqual([["Day", "Sign-ups"], ...rows.slice(1)]);
  expect(rows.map(([, amount]) => amount)).toEqual(["Sign-ups", "0", "9", "3", "0", "0", "0", "0"]);
  const file = await fileOf(main, "Sign-ups by day", words);
  expect(file.lines.slice(0, 3)).toEqual(["Day,Sign-ups", "2020-01-13,0", "2020-01-14,9"]);
  expect((await fileOf(main, "Accounts by plan", words)).lines).toEqual([
    "Plan,Number,Share,Before,Change",
    "free,30,0.75,,",
    "paid,10,0.25,,",
  ]);

  // The keyboard reads the points of a chart.
  const slider = chartOf(main, "Active users by day").getByRole("slider");
  await slider.focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => slider.getAttribute("aria-valuetext")).toBe("Tue, Jan 14, 2020: 5");
  const cohort = chartOf(main, "Retention by week of sign-up").getByRole("row", { name: /Jan 13, 2020/ });
  expect(await cohort.getByRole("cell").allTextContents()).toEqual(["12", "100%", "50%", "25%"]);

  await page.getByRole("link", { name: words("Habits"), exact: true }).click();
  await chartOf(main, "Habits by unit").getByText("Minutes").waitFor();
  await expect.poll(() => new URL(page.url()).search).toContain("view=habits");
  await figureOf("Recorded habit days").getByText("850", { exact: true }).waitFor();
  // The form reports an invalid range. A valid one applies, and going back leaves it.
  await page.getByLabel(words("To"), { exact: true }).fill("2020-01-01");
  await page.getByRole("button", { name: words("Show range") }).click();
  await page.getByText("Choose a first and a last day, at most a year apart.").waitFor();
  await page.getByLabel(words("To"), { exact: true }).fill("2020-01-15");
  await page.getByRole("button", { name: words("Show range") }).click();
  await figureOf("Recorded habit days").getByText("800", { exact: true }).waitFor();
  await page.getByRole("link", { name: "90 days" }).click();
  await expect.poll(() => new URL(page.url()).search).toBe("?view=habits&days=90");
  await page.goBack();
  await figureOf("Recorded habit days").getByText("800", { exact: true }).waitFor();
});

test("axe finds no problem in the site statistics, and other users get no such page", async ({ stage }) => {
  stage.expectError(/status of 404/);
  await writeDays(stage);
  const page = await stage.visit({ as: await createAdmin(stage), touch: true });
  const open = (search: string, heading: string) => async () => {
    await page.goto(`/statistics?${search}`);
    await page.getByRole("heading", { name: heading, exact: true }).waitFor();
  };
  await checkRoutes(page, [{ name: "users", open: open(week, "Sign-ups by day"), hasTargets: true }]);
  await checkStates(page, [{ name: "habits", open: open(`view=habits&${week}`, "Progress by day") }]);
  const other = await stage.visit({ as: await createReader(stage) });
  await other.goto("/statistics");
  await other.waitForURL("**/not-found");
});
