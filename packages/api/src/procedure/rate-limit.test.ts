import { createLimits } from "@daymark/auth/limits/rate-limit";
import { insertUser, secretKey } from "@daymark/auth/testing";
import { securityEvents } from "@daymark/db/schema/security-event";
import { createTestDatabase } from "@daymark/db/testing";
import { afterAll, expect, test } from "vitest";
import { ApiError } from "../base/error.ts";
import { isSuspicious, limitAddress, limitLogIns } from "./rate-limit.ts";

const database = await createTestDatabase({ max: 10 });
afterAll(database.drop);
const limits = createLimits({ sql: database.sql, secretKey });

/** An address in the /64 with this number, within the /48 `2001:db8:SITE`. */
const address = (site: number, subnet: number, device = 1) =>
  `2001:db8:${site.toString(16)}:${subnet.toString(16)}::${device.toString(16)}`;

/** Makes one attempt from each address and counts those that pass. One address may make 20 an hour. */
async function countGranted(addresses: string[]): Promise<number> {
  const answers = await Promise.all(
    addresses.map((client) =>
      limitAddress({ services: { limits }, client: { address: client, userAgent: "" } }, "reset_address").then(
        () => true,
        (error: { key: string }) => {
          expect(error.key).toBe("too_many_requests");
          return false;
        },
      ),
    ),
  );
  return answers.filter(Boolean).length;
}

test("a household with a /56 has four allowances, not one for each of its 256 networks", async () => {
  const household = Array.from({ length: 256 }, (_, subnet) => address(1, subnet));
  expect(await countGranted(household)).toBe(80);
  expect(await countGranted([address(1, 7, 2)])).toBe(0);
  // The next household of the same provider.
  expect(await countGranted([address(1, 0x100)])).toBe(1);
});

test("a customer with a /48 has sixteen allowances, not one for each of its 65,536 networks", async () => {
  const customer = Array.from({ length: 400 }, (_, index) => address(2, index * 0x91));
  expect(await countGranted(customer)).toBe(320);
  expect(await countGranted([address(3, 0)])).toBe(1);
});

test("requests refused for one network do not count for its neighbours", async () => {
  expect(await countGranted(Array.from({ length: 500 }, (_, device) => address(4, 0, device + 1)))).toBe(20);
  expect(await countGranted([address(4, 1)])).toBe(1);
});

test("an IPv4 address has its own allowance", async () => {
  const granted = await countGranted([...Array<string>(30).fill("203.0.113.7"), "203.0.113.8"]);
  expect(granted).toBe(21);
});

test("a captcha is required when many networks of one household ask", async () => {
  const ask = (subnet: number) =>
    isSuspicious(
      { services: { limits }, client: { address: address(5, subnet), userAgent: "" } },
      "reset_password",
      `${subnet}`,
    );
  for (let subnet = 0; subnet < 12; subnet++) expect(await ask(subnet)).toBe(false);
  expect(await ask(12)).toBe(true);
});

test("during a flood of guesses the owner can log in from any of the newest 1,000 known addresses", async () => {
  const { id } = await insertUser(database.db);
  const logInFrom = (client: string, attempt: () => Promise<string>) =>
    limitLogIns(
      { db: database.db, services: { limits }, client: { address: client, userAgent: "" } },
      id,
      attempt,
    ).catch((error: { key: string }) => error.key);
  const seen = (count: number, toAddress: (index: number) => string) =>
    database.db.insert(securityEvents).values(
      Array.from({ length: count }, (_, index) => ({
        user_id: id,
        kind: "logged_in" as const,
        address: toAddress(index),
      })),
    );
  await seen(1, () => "198.51.100.1");
  await seen(1, () => address(6, 0));
  await seen(998, (index) => address(7, index));
  await seen(1500, () => "198.51.100.2");
  for (let stranger = 0; stranger < 100; stranger++) {
    const guess = logInFrom(address(8, stranger), () => Promise.reject(new ApiError("password_incorrect")));
    expect(await guess).toBe("password_incorrect");
  }
  const right = async () => "logged in";
  expect(await logInFrom("198.51.100.3", right)).toBe("too_many_requests");
  expect(await logInFrom("198.51.100.1", right)).toBe("too_many_requests");
  expect(await logInFrom(address(6, 0, 2), right)).toBe("logged in");
  expect(await logInFrom("198.51.100.2", right)).toBe("logged in");
});
