import type { Database } from "@daymark/db/connection/client";
import type { featureSwitches } from "@daymark/db/schema/admin";
import { switchNames } from "@daymark/domain/operator/feature-switch";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createSwitches } from "../host/switches.ts";
import type { Meta } from "../procedure/trpc.ts";
import { appRouter } from "../router.ts";
import { createTestApi, keyOf, noon, type TestApi, type TestUser } from "../testing.ts";

let api: TestApi;
let admin: TestUser;
let person: TestUser;
beforeAll(async () => {
  api = await createTestApi();
  admin = await api.createUser({ is_staff: true, username: "Boss" });
  person = await api.createUser({ email_verified: true });
});
afterAll(() => api.drop());
afterEach(async () => {
  for (const name of switchNames) await admin.caller.featureSwitch.set({ name, is_on: true });
});

const off = (name: (typeof switchNames)[number]) => admin.caller.featureSwitch.set({ name, is_on: false });

test("every feature is enabled by default, and everyone can read the list", async () => {
  await api.sql`delete from feature_switches`;
  expect(new Set(Object.values(await api.guest.featureSwitch.get({})))).toEqual(new Set([true]));
  expect((await admin.caller.featureSwitch.list({})).results).toHaveLength(switchNames.length);
});

test("a disabled feature is refused with its own error before any other check", async () => {
  const sign = { username: "New_One", email: "new@example.org", password: "Sunny-Day-2026" };
  const register = () =>
    keyOf(api.guest.auth.register({ ...sign, password_confirmation: sign.password, agreement: true }));
  const wish = { title: "A wish", details: "Soon", category: "improvements" } as const;
  await off("sign_up");
  expect(await register()).toBe("switched_off");
  expect(await api.guest.featureSwitch.get({})).toMatchObject({ sign_up: false, comments: true });
  expect(await keyOf(person.caller.featureRequest.create(wish))).toBe("accepted");
  await off("feature_requests");
  expect(await keyOf(person.caller.featureRequest.create(wish))).toBe("switched_off");
  await admin.caller.featureSwitch.set({ name: "sign_up", is_on: true });
  expect(await register()).toBe("accepted");
});

test("a user can unsubscribe from the newsletter while it is disabled", async () => {
  await off("newsletter");
  expect(await keyOf(person.caller.account.setNewsletter({ subscribe: true }))).toBe("switched_off");
  expect(await keyOf(person.caller.account.setNewsletter({ subscribe: false, email: person.user.email }))).toBe(
    "accepted",
  );
});

test("a sign-up while the newsletter is disabled creates an account without it", async () => {
  await off("newsletter");
  const sign = { username: "Quiet_One", email: "quiet@example.org", password: "Sunny-Day-2026" };
  await api.guest.auth.register({
    ...sign,
    ...{ password_confirmation: sign.password, agreement: true, newsletter: true },
  });
  const rows = await api.sql`select newsletter_subscriber from users where username = ${sign.username}`;
  expect(rows).toEqual([{ newsletter_subscriber: false }]);
});

test("every feature except newsletter is declared on a procedure", () => {
  const procedures = Object.values(appRouter._def.procedures as unknown as Record<string, { _def: { meta?: Meta } }>);
  const used = new Set(procedures.map(({ _def }) => _def.meta?.featureSwitch));
  expect(switchNames.filter((name) => !used.has(name))).toEqual(["newsletter"]);
});

test("a change is listed with its admin and time, and recorded in the audit trail", async () => {
  const told = await off("import");
  expect(told).toEqual({ name: "import", is_on: false, changed_at: new Date(noon).toISOString(), changed_by: "Boss" });
  const { results } = await admin.caller.audit.list({ limit: 1 });
  expect(results).toMatchObject([{ target: "switch import", details: { is_on: false }, outcome: "done" }]);
});

test("a change needs a step-up", async () => {
  api.clock.now = noon + 11 * 60_000;
  try {
    expect(await keyOf(admin.caller.featureSwitch.set({ name: "push", is_on: false }))).toBe("step_up_required");
  } finally {
    api.clock.now = noon;
  }
});

test("a call of an admin whose session ends meanwhile changes nothing", async () => {
  const late = await api.createUser({ is_staff: true });
  // The session ends after the guard has let the call pass.
  await api.sql`delete from sessions where user_id = ${late.user.id}`;
  expect(await keyOf(late.caller.featureSwitch.set({ name: "sign_up", is_on: false }))).toBe("session_terminated");
  expect(await api.guest.featureSwitch.get({})).toMatchObject({ sign_up: true });
});

test("another instance sees a change after its notice", async () => {
  const told: string[] = [];
  const here = createSwitches(api.db, async () => void told.push("changed"));
  const there = createSwitches(api.db, async () => {});
  await api.sql`insert into feature_switches (name, is_on) values ('push', false)
    on conflict (name) do update set is_on = false`;
  await here.tell();
  expect(here.isOn("push")).toBe(false);
  expect(told).toEqual(["changed"]);
  await there.refresh();
  expect(there.isOn("push")).toBe(false);
});

test("the newest read wins on an instance, even if an older read ends later", async () => {
  const { promise: letEnd, resolve: endFirst } = Promise.withResolvers<void>();
  const { promise: firstHasRows, resolve: hasRows } = Promise.withResolvers<void>();
  let reads = 0;
  // The database returns the rows; only the first answer is late.
  const from = async (table: typeof featureSwitches) => {
    reads += 1;
    const isFirst = reads === 1;
    const rows = await api.db.select().from(table);
    if (isFirst) {
      hasRows();
      await letEnd;
    }
    return rows;
  };
  const switches = createSwitches({ select: () => ({ from }) } as unknown as Database, async () => {});
  const first = switches.refresh();
  await firstHasRows;
  await off("comments");
  await switches.refresh();
  endFirst();
  await first;
  expect(switches.isOn("comments")).toBe(false);
});
