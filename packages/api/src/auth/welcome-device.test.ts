import { afterAll, beforeEach, expect, test } from "vitest";
import { createAccountApi, hour, password } from "../account/testing.ts";
import { noon } from "../testing.ts";

const api = await createAccountApi();
const { clock } = api;
afterAll(api.drop);
beforeEach(() => {
  clock.now = noon;
});

const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0";
const newerFirefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const phone = "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/126.0.0.0 Mobile Safari/537.36";

function newDeviceMails(user: { email: string }) {
  return api.mailsTo(user.email, "new_device");
}

test("the first log-in tells nobody, one from another device tells its owner what, when and where", async () => {
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

test("a device is known after its first log-in, also when its browser is newer or it is in another town", async () => {
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

test("a device that one person knows is new to another", async () => {
  const [user, other] = [await api.insert(), await api.insert()];
  await api.logIn(user, { userAgent: phone });
  await api.logIn(other, { userAgent: firefox });
  await api.logIn(other, { userAgent: phone });
  expect((await newDeviceMails(other)).length).toBe(1);
  expect(await newDeviceMails(user)).toEqual([]);
});

test("of parallel log-ins from one new device one mail tells", async () => {
  const user = await api.insert();
  await api.logIn(user, { userAgent: firefox });
  await Promise.all(Array.from({ length: 8 }, () => api.logIn(user, { userAgent: phone })));
  expect((await newDeviceMails(user)).length).toBe(1);
});

test("what failed makes no device known", async () => {
  const user = await api.insert();
  await api.logIn(user, { userAgent: firefox });
  await expect(api.logIn(user, { userAgent: phone, password: "Wrong-Horse-7" })).rejects.toThrow();
  expect(await newDeviceMails(user)).toEqual([]);
  await api.logIn(user, { userAgent: phone });
  expect((await newDeviceMails(user)).length).toBe(1);
});
