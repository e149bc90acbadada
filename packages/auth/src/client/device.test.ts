import { expect, test } from "vitest";
import { deviceOf } from "./device.ts";

const webkit = "AppleWebKit/537.36 (KHTML, like Gecko)";

test.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/126.0.0.0 Safari/537.36`, "PC", "Windows", "Chrome"],
  [
    `Mozilla/5.0 (Linux; Android 14; Pixel 8) ${webkit} Chrome/126.0.0.0 Mobile Safari/537.36`,
    "Mobile",
    "Android",
    "Chrome",
  ],
  [
    "Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1",
    "Tablet",
    "iOS",
    "Safari",
  ],
  ["Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0", "PC", "Linux", "Firefox"],
])("device type, system and browser are parsed from the user agent: %s", (userAgent, device_type, os, browser) => {
  expect(deviceOf(userAgent)).toEqual({ device_type, os, browser, is_automated: false });
});

test.each(["curl/8.5.0", "python-requests/2.32", "Googlebot/2.1 (+http://www.google.com/bot.html)", ""])(
  "a script is detected as automated: %s",
  (userAgent) => {
    expect(deviceOf(userAgent)).toMatchObject({ device_type: "PC", is_automated: true });
  },
);

test("a script is named by its product", () => {
  expect(deviceOf("curl/8.5.0").browser).toBe("curl");
});

test.each([
  "\u0000\u001b[31m\r\nx",
  "<script>alert(1)</script>/1",
  "é".repeat(100_000),
  "\ud800/1",
  "/".repeat(50_000),
])("the stored names are short and printable for any header", (userAgent) => {
  const { os, browser } = deviceOf(userAgent);
  for (const name of [os, browser]) expect(name).toMatch(/^[\p{L}\p{N} .+/_-]{0,64}$/u);
});
