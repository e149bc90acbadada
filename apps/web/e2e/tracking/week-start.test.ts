import { daysAgo } from "../stage/day.ts";
import { expect, test } from "../stage/stage.ts";
import { createPaidUser, fileOf, openReasons, openStatistics } from "../stage/statistics.ts";
import { wordsOf } from "../stage/words.ts";

/** Weekdays of the days in a file, which have the form `YYYY-MM-DD`. */
const weekdaysOf = (lines: readonly string[]) =>
  new Set(lines.slice(1).map((line) => new Date(`${line.split(",")[0]}T00:00:00Z`).getUTCDay()));

const readers = [
  { name: "an American browser on Sunday", locale: "en-US", language: "en", first: 0 },
  { name: "a British browser on Monday", locale: "en-GB", language: "en", first: 1 },
  { name: "a Ukrainian browser on Monday", locale: "uk-UA", language: "uk", first: 1 },
  { name: "a user who chose it on Saturday", locale: "en-GB", language: "en", chosen: 6, first: 6 },
] as const;

test.for(readers)(
  "the weeks of all statistics begin for $name, but those of weekly goals on Monday",
  async (reader, { stage }) => {
    const words = wordsOf(reader.language);
    const user = await createPaidUser(stage);
    const daily = await user.createHabit({ title: "Run" });
    const weekly = await user.createHabit({ title: "Swim", schedule: { times_per_week: 1 } });
    for (let back = 0; back <= 22; back += 1) await user.record(daily, daysAgo(back), 1);
    await user.record(weekly, daysAgo(22), 1);
    if ("chosen" in reader) await user.call("PATCH", "/settings/", { week_start: reader.chosen });

    const page = await stage.visit({ as: user, language: reader.language, locale: reader.locale });
    await page.goto(`/dashboard?analytics=${daily.id}`);
    const analytics = page.getByRole("dialog", { name: words("Analytics") });
    const compared = await fileOf(analytics, words("Success rate by week"), words);
    expect(weekdaysOf(compared.lines)).toEqual(new Set([reader.first]));

    const strength = await fileOf(await openStatistics(page, daily), words("Strength over time"), words);
    expect(weekdaysOf(strength.lines)).toEqual(new Set([reader.first]));
    const ofGoal = await fileOf(await openStatistics(page, weekly), words("Strength over time"), words);
    expect(weekdaysOf(ofGoal.lines)).toEqual(new Set([1]));

    // The second group of the explanation is the previous whole week, named by its first and last day.
    const reasons = await openReasons(page, daily, words);
    const today = new Date(`${daysAgo(0)}T00:00:00Z`).getUTCDay();
    const last = ((today - reader.first + 7) % 7) + 1;
    const group = reasons.locator("li", { has: page.locator("> details") }).locator("> details > summary");
    const name = (await group.filter({ hasText: /\d{4}/ }).nth(1).textContent()) ?? "";
    expect(name.match(/\d+/g)?.slice(0, 2).map(Number)).toEqual(
      [last + 6, last].map((back) => Number(daysAgo(back).slice(8))),
    );
  },
);
