import { afterAll, expect, test } from "vitest";
import { createTestHost, expectProblem } from "../testing.ts";
import { createOwner, createPerson } from "../testing-calls.ts";

const host = await createTestHost();
afterAll(host.drop);

const year = "from=2026-01-01&to=2026-12-31";

test("graph analytics are available over REST on the paid plan, and refused in the reader's language on the free one", async () => {
  const { token } = await createPerson(host, { plan: "paid" });
  const [first, second] = [await host.createHabit(token), await host.createHabit(token)];
  const read = async (path: string, from = token) => host.send("GET", `/api/habits/${path}`, { token: from });
  for (const path of [
    `analytics/?${year}`,
    "insights/",
    "review/?year=2025",
    `${first.id}/trend/?${year}`,
    `${first.id}/correlation/?other_id=${second.id}&${year}`,
  ]) {
    const answer = await read(path);
    expect(answer.status, answer.text).toBe(200);
  }
  expectProblem(await read(`${first.id}/correlation/?other_id=${first.id}&${year}`), 400, "validation_failed");
  expectProblem(await read(`${first.id}/correlation/?${year}`), 400, "validation_failed");
  // Of the years to come only the present one has begun.
  for (const no of ["2000", "2100", "x"]) expectProblem(await read(`review/?year=${no}`), 400, "validation_failed");

  const owner = await createOwner(host);
  for (const [language, detail] of [
    ["en", "Insights, comparisons, trends, correlations and the year in review are part of the paid plan."],
    ["uk", "Висновки, порівняння, тенденції, кореляції й підсумки року доступні в платному плані."],
  ] as const) {
    const refused = await host.send("GET", `/api/habits/analytics/?${year}`, {
      token: owner.token,
      headers: { "accept-language": language },
    });
    expect(expectProblem(refused, 403, "plan_limit_reached").detail).toBe(detail);
  }
});

test("streak explanations and analyses are available over REST on every plan", async () => {
  const { token, habitId } = await createOwner(host);
  const streak = await host.send("GET", `/api/habits/${habitId}/streak/?until=2026-03-01`, { token });
  expect(streak.status, streak.text).toBe(200);
  const analysis = await host.send("GET", `/api/habits/${habitId}/analysis/`, { token });
  expect(analysis.json).toMatchObject({ habit_id: habitId, streak_unit: "days", weekdays: expect.any(Array) });
  expectProblem(
    await host.send("GET", `/api/habits/${habitId}/streak/?until=2026-02-30`, { token }),
    400,
    "validation_failed",
  );
});
