import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { leaveForProvider, type OAuthAttempt, takeAttempt } from "./oauth-attempt.ts";
import { keepPendingLogIn, readPendingLogIn } from "./pending-log-in.ts";

const attempt: OAuthAttempt = { provider: "google", state: "of-this-tab", intent: "log_in", isRemembered: true };
let values: Map<string, string>;
const left: string[] = [];

beforeEach(() => {
  values = new Map();
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => values.set(key, value),
    removeItem: (key: string) => values.delete(key),
  });
  vi.stubGlobal("location", { assign: (url: string) => left.push(url) });
  leaveForProvider("https://accounts.example/authorize", attempt);
});

afterEach(() => void vi.unstubAllGlobals());

test("the return from the provider finds the stored attempt once", () => {
  expect(left.at(-1)).toBe("https://accounts.example/authorize");
  expect(takeAttempt("google", "of-this-tab")).toEqual(attempt);
  expect(takeAttempt("google", "of-this-tab")).toBeNull();
});

test.each([
  ["google", "of-another-browser"],
  ["google", undefined],
  ["google", ""],
  ["facebook", "of-this-tab"],
])("an answer of %s with the state %s is refused, and the stored attempt stays", (provider, state) => {
  expect(takeAttempt(provider, state)).toBeNull();
  expect(takeAttempt("google", "of-this-tab")).toEqual(attempt);
});

test.each(["null", "{", "7", '"text"', "{}", '{"state":""}'])("an invalid stored attempt is ignored: %s", (stored) => {
  for (const key of values.keys()) values.set(key, stored);
  expect(takeAttempt("google", "")).toBeNull();
  expect(takeAttempt("google", undefined)).toBeNull();
});

test("a log-in that waits for its second factor survives a reload with all its data", () => {
  expect(readPendingLogIn()).toBeNull();
  const pending = { challenge: "c", isRemembered: true, next: "/settings", username: "anna" };
  keepPendingLogIn(pending);
  expect(readPendingLogIn()).toEqual(pending);
});
