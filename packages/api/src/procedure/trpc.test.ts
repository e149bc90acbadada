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
  ["an optional one", "accepted", ({ blog }: Caller) => blog.list({})],
  ["a user's", "accepted", ({ note }: Caller) => note.list({})],
  ["an account's", "accepted", ({ session }: Caller) => session.list({})],
  ["the check of a code", "two_factor_already_disabled", ({ auth }: Caller) => auth.stepUp({ code: "123456" })],
  ["the refusal of an admin's", "permission_denied", ({ job }: Caller) => job.retry({ id: 1 })],
])("%s beyond the few calls of its network uses the overflow connections alone", async (_, outcome, call) => {
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
