import { users } from "@daymark/db/schema/user";
import type { Plan } from "@daymark/domain/account/plan";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestApi, fieldsOf, keyOf, type TestApi } from "../testing.ts";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.drop());

const unchosen = {
  layout: null,
  filter: null,
  sort: null,
  density: null,
  week_start: null,
  month_total: null,
  folded_groups: null,
};
const chosen = {
  layout: "year",
  filter: { type: "good", unit_kind: "time", hue: 7, archived: false, text: "Ранок", at_risk: true },
  sort: "streak",
  density: "compact",
  week_start: 7,
  month_total: true,
  folded_groups: ["Morning", "Вечір"],
} as const;
const dashboard = { ...chosen, folded_groups: [...chosen.folded_groups] };

async function begin(plan: Plan) {
  const user = await api.createUser({ plan });
  const { id } = user.user;
  return {
    ...user,
    get: user.caller.auth.settings.get,
    update: user.caller.auth.settings.update,
    /** Changes the plan as an admin or the end of a subscription does. The same notice updates the cached session. */
    async move(to: Plan) {
      await api.db.update(users).set({ plan: to }).where(eq(users.id, id));
      api.sessions.forget(id);
    },
    stored: async () => (await api.db.select().from(users).where(eq(users.id, id)))[0]?.dashboard,
  };
}

describe("on the paid plan", () => {
  test("the dashboard settings are stored for all devices", async () => {
    const { get, update } = await begin("paid");
    expect(await get({})).toMatchObject(unchosen);
    expect(await update(dashboard)).toMatchObject(dashboard);
    expect(await get({})).toMatchObject(dashboard);
  });

  test("each setting is changed separately, as a whole, and reset by null", async () => {
    const { get, update, stored } = await begin("paid");
    await update(dashboard);
    expect(await update({ filter: { text: "run" }, theme: "light" })).toMatchObject({
      ...dashboard,
      filter: { text: "run" },
      theme: "light",
    });
    await update({ filter: null, sort: null, folded_groups: null });
    expect(await get({})).toMatchObject({ ...dashboard, filter: null, sort: null, folded_groups: null });
    expect(await stored()).toEqual({ layout: "year", density: "compact", week_start: 7, month_total: true });
    expect(await update({})).toMatchObject({ layout: "year" });
  });

  test.each([
    [{ layout: "spiral" }, { layout: ["choice_invalid"] }],
    [
      { layout: 5, sort: [] },
      { layout: ["choice_invalid"], sort: ["choice_invalid"] },
    ],
    [{ filter: { mood: "good" } }, { filter: ["unknown_field"] }],
    [{ filter: { text: "\u0000" } }, { filter: ["unreadable_text"] }],
    [{ filter: { text: "x".repeat(81) } }, { filter: ["too_long"] }],
    [{ filter: { hue: 360 } }, { filter: ["too_big"] }],
    [{ week_start: 2 }, { week_start: ["choice_invalid"] }],
    [{ folded_groups: ["\udc00"] }, { folded_groups: ["unreadable_text"] }],
    [{ folded_groups: Array(51).fill("a") }, { folded_groups: ["too_many"] }],
    [{ columns: 3 }, { columns: ["unknown_field"] }],
  ])("%j is refused, and nothing is stored", async (change, fields) => {
    const { update, stored } = await begin("paid");
    expect(await fieldsOf(update({ theme: "light", ...change } as object))).toEqual(fields);
    expect(await stored()).toEqual({});
  });
});

describe("on the free plan", () => {
  test.each([...Object.entries(dashboard), ["layout", "spiral"], ["filter", 5], ["layout", null]])(
    "%s is refused with any value, together with everything in the same call",
    async (name, value) => {
      const { get, update } = await begin("free");
      const before = await get({});
      expect(await keyOf(update({ theme: "light", [name]: value }))).toBe("plan_limit_reached");
      expect(await get({})).toEqual(before);
    },
  );

  test("stored dashboard settings are hidden, and visible again on the paid plan", async () => {
    const { user, update, move } = await begin("paid");
    await update(dashboard);
    await move("free");
    const session = await api.sessions.create(api.db, user.id, {
      rememberMe: false,
      address: "127.0.0.1",
      userAgent: "",
    });
    const free = await api.callerOfToken(session.access);
    expect(await free.auth.settings.get({})).toMatchObject(unchosen);
    expect(await free.auth.settings.update({ theme: "dark" })).toMatchObject(unchosen);
    expect(await keyOf(free.auth.settings.update({ sort: "title" }))).toBe("plan_limit_reached");
    await move("paid");
    const paid = await api.callerOfToken(session.access);
    expect(await paid.auth.settings.get({})).toMatchObject(dashboard);
  });
});

test("mails about reminders and feature requests can be turned off on every plan", async () => {
  const { get, update } = await begin("free");
  expect(await get({})).toMatchObject({ reminder_mails: true, board_mails: true });
  expect(await update({ reminder_mails: false })).toMatchObject({ reminder_mails: false, board_mails: true });
  expect(await update({ board_mails: false })).toMatchObject({ reminder_mails: false, board_mails: false });
  expect(await get({})).toMatchObject({ reminder_mails: false, board_mails: false });
});
