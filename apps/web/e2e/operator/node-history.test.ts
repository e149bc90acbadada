import { createAdmin, inDatabase } from "../stage/database.ts";
import { expect, mouseAndTouch, press, type Stage, test } from "../stage/stage.ts";
import { wordsOf } from "../stage/words.ts";

/** Writes a row every five minutes of a day for a node that does not exist, with its highest values two hours ago. */
async function writeHistory(stage: Stage): Promise<void> {
  await inDatabase(
    stage,
    (sql) => sql`
      insert into node_samples (node, at, rss_bytes, event_loop_p99_ms, request_p99_ms, due_jobs)
      select 'web-9', now() - make_interval(mins => 5 * step), 200000000 + 1000000 * (step % 20), 1.5 + step % 3,
        case when step = 24 then 4321 else 20 + step % 7 end, case when step = 24 then 987 else step % 5 end
      from generate_series(0, 287) step
      on conflict do nothing`,
  );
}

test.for(mouseAndTouch)(
  "an admin sees the nodes and the queue over the last hours, as charts and as tables, $language, $width px",
  async (visit, { stage }) => {
    const words = wordsOf(visit.language);
    const admin = await createAdmin(stage);
    await writeHistory(stage);
    const page = await stage.visit({ ...visit, as: admin });
    await page.goto("/admin/apps");
    const part = (name: string) => page.getByRole("region", { name: words(name), exact: true });
    const requests = part("Request time (p99)");
    await requests
      .getByText(/4[\s,.]?321/)
      .first()
      .waitFor();
    await part("Due jobs").getByText("987").first().waitFor();
    await press(requests.getByRole("button", { name: words("Table") }), visit);
    await requests.getByRole("columnheader", { name: "web-9" }).waitFor();
    expect(await requests.getByRole("row").count()).toBeGreaterThan(60);
    await press(page.getByRole("link", { name: words("1 hour"), exact: true }), visit);
    await page.waitForURL((url) => url.search === "?hours=1");
    // The highest values are two hours old.
    await expect.poll(() => part("Due jobs").getByText("987").count()).toBe(0);
    await page.reload();
    await part("Due jobs").waitFor();
    expect(await page.getByRole("link", { name: words("1 hour"), exact: true }).getAttribute("aria-current")).toBe(
      "page",
    );
    await page.goto("/admin/jobs");
    await part("Due jobs").getByText("987").first().waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  },
);
