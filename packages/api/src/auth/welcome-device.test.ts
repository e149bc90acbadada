import { knownDevices } from "@daymark/db/schema/security-event";
import { forgottenDeviceHash } from "@daymark/domain/account/security-event";
import { knownDevicesMax } from "@daymark/domain/base/bounds";
import { asc, eq } from "drizzle-orm";
import { afterAll, beforeEach, expect, test } from "vitest";
import { createAccountApi, hour, password } from "../account/testing.ts";
import { noon } from "../testing.ts";

const api = await createAccountApi();
const { clock } = api;
afterAll(api.drop);
beforeEach(() => {
  clock.now = noon;
});

const minute = 60_000;
const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0";
const newerFirefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const phone = "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/126.0.0.0 Mobile Safari/537.36";

function newDeviceMails(user: { email: string }) {
  return api.mailsTo(user.email, "new_device");
}

test("the first log-in sends no mail, and one from another device mails its owner what, when and where", async () => {
  const user = await api.insert({ language: "uk", timezone: "Europe/Kyiv" });
  await api.logIn(user, { userAgent: firefox });
  expect(await newDeviceMails(user)).toEqual([]);
  clock.now += hour;
  const facts = { location: "Lviv, Ukraine", network: "direct" as const };
  await api
    .guestWith({ userAgent: phone, facts, timezone: "Asia/Tokyo" })
    .auth.login({ username: user.email, password });
  expect(await newDeviceMails(user)).toEqual([
    {
      template: "new_device",
      to: user.email,
      language: "uk",
      values: {
        username: user.username,
        link: expect.stringMatching(/^http:\/\/127\.0\.0\.1:3000\/not-me\?token=[\w-]{22,}$/),
        when: new Date(noon + hour).toISOString(),
        timezone: "Europe/Kyiv",
        device: "Chrome, Android",
        place: "Lviv, Ukraine",
        way_out: "not_me",
      },
    },
  ]);
});

test("a device stays known with a newer browser or in another town", async () => {
  const user = await api.insert();
  for (const userAgent of [firefox, phone, phone, newerFirefox, firefox]) await api.logIn(user, { userAgent });
  expect((await newDeviceMails(user)).length).toBe(1);
  const from = (location: string) =>
    api
      .guestWith({ userAgent: phone, facts: { location, network: "direct" } })
      .auth.login({ username: user.username, password });
  await from("Lviv, Ukraine");
  expect((await newDeviceMails(user)).length).toBe(2);
  await from("Kyiv, Ukraine");
  await from("Ukraine");
  expect((await newDeviceMails(user)).length).toBe(2);
  await from("Toronto, Canada");
  expect((await newDeviceMails(user)).length).toBe(3);
});

test("a device known to one user is new to another", async () => {
  const [user, other] = [await api.insert(), await api.insert()];
  await api.logIn(user, { userAgent: phone });
  await api.logIn(other, { userAgent: firefox });
  await api.logIn(other, { userAgent: phone });
  expect((await newDeviceMails(other)).length).toBe(1);
  expect(await newDeviceMails(user)).toEqual([]);
});

test("parallel log-ins from one new device send one mail", async () => {
  const user = await api.insert();
  await api.logIn(user, { userAgent: firefox });
  await Promise.all(Array.from({ length: 8 }, () => api.logIn(user, { userAgent: phone })));
  expect((await newDeviceMails(user)).length).toBe(1);
});

/** Each device was seen a minute before the one with the next lower number. */
function insertDevices(user: { id: number }, count: number) {
  const rows = Array.from({ length: count }, (_, index) => ({
    user_id: user.id,
    device_hash: String(index).padStart(4, "0"),
    last_seen_at: new Date(noon - (index + 1) * minute),
  }));
  return api.db.insert(knownDevices).values(rows);
}

async function devicesOf(user: { id: number }): Promise<string[]> {
  const rows = await api.db
    .select()
    .from(knownDevices)
    .where(eq(knownDevices.user_id, user.id))
    .orderBy(asc(knownDevices.device_hash));
  return rows.map(({ device_hash }) => device_hash);
}

test("a new device beyond 100 replaces this user's device that was seen longest ago", async () => {
  const [user, other] = [await api.insert(), await api.insert()];
  await insertDevices(user, knownDevicesMax);
  await insertDevices(other, knownDevicesMax);
  await api.logIn(user, { userAgent: firefox });
  const devices = await devicesOf(user);
  expect(devices.length).toBe(knownDevicesMax);
  expect(devices).toContain("0098");
  expect(devices).not.toContain("0099");
  expect((await newDeviceMails(user)).length).toBe(1);
  await api.logIn(user, { userAgent: firefox });
  expect(await devicesOf(user)).toEqual(devices);
  expect((await newDeviceMails(user)).length).toBe(1);
  expect(await devicesOf(other)).toContain("0099");
});

test("a device that just logged in is kept even if all others have later times", async () => {
  const user = await api.insert();
  await insertDevices(user, 3 * knownDevicesMax);
  clock.now = noon - 24 * hour;
  await api.logIn(user, { userAgent: firefox });
  expect((await devicesOf(user)).length).toBe(knownDevicesMax);
  await api.logIn(user, { userAgent: firefox });
  expect((await newDeviceMails(user)).length).toBe(1);
});

test("parallel log-ins from twenty new devices leave 100 devices", async () => {
  const user = await api.insert();
  await insertDevices(user, knownDevicesMax);
  await Promise.all(Array.from({ length: 20 }, (_, index) => api.logIn(user, { userAgent: `Script${index}/1.0` })));
  expect((await devicesOf(user)).length).toBe(knownDevicesMax);
});

test("the first log-in to an account whose devices were deleted sends a mail", async () => {
  const user = await api.insert();
  await api.db.insert(knownDevices).values({ user_id: user.id, device_hash: forgottenDeviceHash });
  await api.logIn(user, { userAgent: firefox });
  expect((await newDeviceMails(user)).length).toBe(1);
  await api.logIn(user, { userAgent: firefox });
  expect((await newDeviceMails(user)).length).toBe(1);
});

test("a failed log-in does not make a device known", async () => {
  const user = await api.insert();
  await api.logIn(user, { userAgent: firefox });
  await expect(api.logIn(user, { userAgent: phone, password: "Wrong-Horse-7" })).rejects.toThrow();
  expect(await newDeviceMails(user)).toEqual([]);
  await api.logIn(user, { userAgent: phone });
  expect((await newDeviceMails(user)).length).toBe(1);
});
