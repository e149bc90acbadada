import { afterAll, expect, test } from "vitest";
import { createTestApi, keyOf, type TestUser } from "../testing.ts";

const api = await createTestApi();
afterAll(api.drop);

type Caller = TestUser["caller"];
const password = "Correct-Horse-7";

test.each([
  [
    "a public procedure",
    "login_user_not_found",
    ({ auth }: Caller) => auth.login({ username: "nobody.there", password }),
  ],
  ["a call with optional log-in", "accepted", ({ blog }: Caller) => blog.list({})],
  ["a user's call", "accepted", ({ note }: Caller) => note.list({})],
  ["a call for the account", "accepted", ({ session }: Caller) => session.list({})],
  ["a check of a code", "two_factor_already_disabled", ({ auth }: Caller) => auth.stepUp({ code: "123456" })],
  ["a refused admin call", "permission_denied", ({ job }: Caller) => job.retry({ id: 1 })],
])("%s beyond its network's share uses only the overflow connections", async (_, outcome, call) => {
  const { callerWith } = await api.createUser();
  const [everybodys, overflow] = [await api.countStatements(), await api.countStatements()];
  const caller = callerWith({
    db: everybodys.db,
    overflowDb: overflow.db,
    inTurn: (work) => work({ hasWaited: false, isOverflow: true }),
  });
  expect(await keyOf(call(caller))).toBe(outcome);
  expect(overflow.statements).not.toEqual([]);
  expect(everybodys.statements).toEqual([]);
});
