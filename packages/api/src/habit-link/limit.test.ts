import { randomBytes } from "node:crypto";
import { createLimits } from "@daymark/auth/limits/rate-limit";
import { afterAll, expect, test } from "vitest";
import { createTestApi, habitInput, keyOf } from "../testing.ts";
import { admitPicture } from "./picture.ts";
import { readTapTarget } from "./tap.ts";

const api = await createTestApi();
const services = { limits: createLimits({ sql: api.sql, secretKey: randomBytes(32) }) };
afterAll(api.drop);

test.each([
  ["tap", { purpose: "done", points: 120, request: readTapTarget }],
  ["picture", { purpose: "streak", points: 1200, request: admitPicture }],
] as const)("a stranger who knows a link cannot use up its owner's requests for a %s", async (_, link) => {
  const { caller } = await api.createUser();
  const { id: habit_id } = await caller.habit.create(habitInput);
  const { url } = await caller.habitLink.create({ purpose: link.purpose, habit_id });
  const [token = ""] = url.match(/[\w-]{43}/) ?? [];
  const requestFrom = (address: string) => {
    const client = { address, userAgent: "" };
    return keyOf(link.request({ db: api.db, now: () => api.clock.now, client, services }, token));
  };
  // All /64 of a /48 may be the stranger's.
  for (let count = 0; count < link.points; count++) {
    expect(await requestFrom(`2001:db8:7:${count % 8}::1`)).toBe("accepted");
  }
  expect(await requestFrom("2001:db8:7:8::1")).toBe("too_many_requests");
  expect(await requestFrom("2001:db8:8::1")).toBe("accepted");
});
