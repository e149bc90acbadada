import { plainInstallation } from "@daymark/api/host/installation";
import { afterAll, describe, expect, test } from "vitest";
import { createTestHost, expectProblem, habit } from "../testing.ts";
import { createPerson, insertKey, password } from "../testing-calls.ts";

const year = "from=2026-01-01&to=2026-12-31";

describe("PLANS=off", async () => {
  const host = await createTestHost({ installation: { ...plainInstallation, plans: "off", hasPublicUrl: false } });
  afterAll(host.drop);

  test("every account has all features over REST, with the members that clients know", async () => {
    const { token } = await createPerson(host);
    const profile = await host.send("GET", "/api/profile/", { token });
    expect(profile.json).toMatchObject({
      plan: "paid",
      limits: { good_habits: 200, bad_habits: 200, hues: 360, layouts: 3 },
    });
    expect(await host.createHabit(token, { hue: 7 })).toMatchObject({ hue: 7 });
    const settings = await host.send("PATCH", "/api/settings/", { token, body: { layout: "year" } });
    expect([settings.status, settings.json.layout]).toEqual([200, "year"]);
    expect((await host.send("GET", "/api/settings/", { token })).json.layout).toBe("year");
    expect((await host.send("GET", `/api/habits/analytics/?${year}`, { token })).status).toBe(200);
  });

  test("an API key has the limits of its user: at most 200 habits of each type", async () => {
    const person = await createPerson(host);
    const { key: token } = await insertKey(host, person.id, "write");
    await host.database.sql`
      insert into habits (user_id, title, type, unit, hue, position, created_on)
      select ${person.id}, 'Habit ' || n, 'good', 'repetitions', 0, n, '2026-01-01' from generate_series(0, 198) as n`;
    await host.createHabit(token);
    const refused = await host.send("POST", "/api/habits/", { token, body: habit });
    expect(expectProblem(refused, 403, "plan_limit_reached").detail).toBe("Limit reached for creating good habits.");
    const translated = { token, body: habit, headers: { "accept-language": "uk" } };
    const { detail } = expectProblem(await host.send("POST", "/api/habits/", translated), 403, "plan_limit_reached");
    expect(detail).toBe("Більше хороших звичок створити не можна.");
    await host.createHabit(token, { type: "bad" });
  });

  test("an admin may still set a plan, and its user gets no mail about it", async () => {
    const [admin, person] = [await createPerson(host, { is_staff: true }), await createPerson(host)];
    const set = await host.send("PATCH", `/api/admin/users/${person.id}/`, {
      token: admin.token,
      body: { plan: "paid" },
    });
    expect([set.status, set.json.plan]).toEqual([200, "paid"]);
    expect(await host.readMails(person.email)).toEqual([]);
  });
});

describe("DEFAULT_PLAN=paid", async () => {
  const host = await createTestHost({ installation: { ...plainInstallation, defaultPlan: "paid" } });
  afterAll(host.drop);

  test("a new account has the paid plan, and one that exists keeps its own", async () => {
    const { token } = await createPerson(host);
    expect((await host.send("GET", "/api/profile/", { token })).json.plan).toBe("free");
    const form = { username: "newcomer", email: "newcomer@example.org", password, password_confirmation: password };
    expect((await host.send("POST", "/api/auth/register/", { body: { ...form, agreement: true } })).status).toBe(201);
    const logIn = await host.send("POST", "/api/auth/token/", { body: { username: "newcomer", password } });
    const profile = await host.send("GET", "/api/profile/", { token: logIn.json.access });
    expect(profile.json).toMatchObject({ plan: "paid", limits: { good_habits: 25 } });
  });
});

describe("a message about a limit", async () => {
  const local = await createTestHost({ installation: { ...plainInstallation, hasPublicUrl: false } });
  const named = await createTestHost();
  afterAll(() => Promise.all([local.drop(), named.drop()]));

  test.each([
    ["en", "Do you run this server? PLANS=off in its configuration lifts the limits of plans."],
    ["uk", "Це ваш сервер? PLANS=off у його налаштуваннях знімає обмеження планів."],
  ])("names the variable without PUBLIC_URL, and not with it, in %s", async (language, hint) => {
    for (const host of [local, named]) {
      const { token } = await createPerson(host);
      for (let count = 0; count < 3; count += 1) await host.createHabit(token);
      const headers = { "accept-language": language };
      const refusals = [
        await host.send("POST", "/api/habits/", { token, body: habit, headers }),
        await host.send("PATCH", "/api/settings/", { token, body: { layout: "year" }, headers }),
        await host.send("GET", `/api/habits/analytics/?${year}`, { token, headers }),
      ];
      for (const refused of refusals) {
        const { detail } = expectProblem(refused, 403, "plan_limit_reached");
        expect(detail.endsWith(hint)).toBe(host === local);
        expect(detail.includes("PLANS")).toBe(host === local);
      }
    }
  });
});
