import { recordEvent } from "@daymark/auth/client/security-event";
import { afterAll, beforeEach, expect, test } from "vitest";
import { createTestApi, keyOf, noon } from "../testing.ts";
import { createPerson, createProtectedPerson, minute, password } from "../two-factor/testing.ts";

const api = await createTestApi();
const { clock, db } = api;
afterAll(api.drop);
beforeEach(() => {
  clock.now = noon;
});

const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0";

test("an account's history says what happened, when and from where, newest first", async () => {
  const person = await createPerson(api);
  const facts = { location: "Kyiv, UA", network: "direct" } as const;
  const guest = api.guestWith({ userAgent: firefox, address: "192.0.2.7", facts });
  await keyOf(guest.auth.login({ username: person.user.username, password: "Wrong-Horse-7" }));
  clock.now += minute;
  const login = await person.open(await guest.auth.login({ username: person.user.username, password }));
  const common = {
    os: "Linux",
    browser: "Firefox",
    address: "192.0.2.7",
    location: "Kyiv, UA",
    id: expect.any(Number),
  };
  expect(await login.caller.securityEvent.list({})).toEqual({
    results: [
      {
        ...common,
        kind: "logged_in",
        session_id: login.id,
        is_current: true,
        created_at: new Date(noon + minute).toISOString(),
      },
      {
        ...common,
        kind: "log_in_failed",
        session_id: null,
        is_current: false,
        created_at: new Date(noon).toISOString(),
      },
    ],
    next: null,
  });
});

test("the events of one session can be read, even after it has ended", async () => {
  const person = await createProtectedPerson(api);
  const other = await person.logIn({ code: person.code() });
  await person.caller.session.end({ id: other.id });
  const kindsOf = async (id: string) =>
    (await person.caller.securityEvent.listOfSession({ id })).results.map(({ kind }) => kind);
  expect(await kindsOf(other.id)).toEqual(["logged_in"]);
  expect(await kindsOf(person.id)).toEqual(["session_ended", "two_factor_enabled", "logged_in"]);
  clock.now += minute;
  await person.logIn({ code: person.code() });
  await person.caller.session.endAll({ keep_current: true });
  expect(await kindsOf(person.id)).toContain("sessions_ended");
});

test("a session without events has an empty history", async () => {
  const { caller, user } = await api.createUser();
  const [row] = await api.sql<{ id: string }[]>`select id from sessions where user_id = ${user.id}`;
  expect(await caller.securityEvent.listOfSession({ id: row?.id ?? "" })).toEqual({ results: [], next: null });
});

test("another user's history is hidden, and their session looks missing", async () => {
  const [mine, theirs] = [await (await createPerson(api)).logIn(), await (await createPerson(api)).logIn()];
  for (const id of [theirs.id, "nothing", ""]) {
    expect(await keyOf(mine.caller.securityEvent.listOfSession({ id }))).toBe("session_not_found");
  }
  const { results } = await mine.caller.securityEvent.list({});
  expect(results.map(({ session_id }) => session_id)).toEqual([mine.id]);
});

test("a long history is paged without duplicates or gaps while events are added", async () => {
  const person = await createPerson(api);
  const { caller, id } = await person.logIn();
  const client = { address: "192.0.2.1", userAgent: "" };
  const add = () =>
    recordEvent(db, { userId: person.user.id, sessionId: id, kind: "stepped_up", client, now: clock.now });
  for (let count = 0; count < 24; count++) await add();

  const first = await caller.securityEvent.list({});
  expect(first.results.length).toBe(20);
  await add();
  const second = await caller.securityEvent.list({ cursor: first.next ?? "" });
  expect(second).toMatchObject({ next: null });
  const ids = [...first.results, ...second.results].map((event) => event.id);
  expect(ids.length).toBe(25);
  expect(new Set(ids).size).toBe(25);
  expect(ids).toEqual(ids.toSorted((one, other) => other - one));

  expect((await caller.securityEvent.list({ limit: 100 })).results.length).toBe(26);
  const whole = await caller.securityEvent.listOfSession({ id, limit: 26 });
  expect([whole.results.length, whole.next]).toEqual([26, null]);
  expect((await caller.securityEvent.listOfSession({ id, limit: 1 })).next).not.toBeNull();
});

test.each([
  "1",
  "[0]",
  "[-1]",
  "[1.5]",
  "[01]",
  "[1 ]",
  '["1"]',
  "[1,2]",
  "[null]",
  "[]",
  "[9007199254740993]",
  "[1",
  "{}",
])("%s in base64url is not a cursor", async (place) => {
  const { caller } = await api.createUser();
  const cursor = Buffer.from(place).toString("base64url");
  expect(await keyOf(caller.securityEvent.list({ cursor }))).toBe("invalid_cursor");
});

test.each(["", "x", "MQ==", "[1]", "WzFd=", "x".repeat(10_000)])("%j is not a cursor", async (cursor) => {
  const { caller } = await api.createUser();
  expect((await caller.securityEvent.list({ cursor: "WzFd" })).results).toEqual([]);
  expect(await keyOf(caller.securityEvent.list({ cursor }))).toBe("invalid_cursor");
});

test("another user's cursor does not reveal their history", async () => {
  const [mine, theirs] = [await createPerson(api), await createPerson(api)];
  const { caller } = await mine.logIn();
  await theirs.logIn();
  const login = await theirs.logIn();
  const { next } = await login.caller.securityEvent.list({ limit: 1 });
  const { results } = await caller.securityEvent.list({ cursor: next ?? "" });
  expect(results.map(({ session_id }) => session_id)).not.toContain(login.id);
  for (const { kind } of results) expect(kind).toBe("logged_in");
  expect(results.length).toBe(1);
});

test.each([0, 101, 1.5, -1])("a page size of %d is refused", async (limit) => {
  const { caller } = await api.createUser();
  await expect(caller.securityEvent.list({ limit })).rejects.toMatchObject({ code: "BAD_REQUEST" });
});
