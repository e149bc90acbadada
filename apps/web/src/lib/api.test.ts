import { QueryObserver } from "@tanstack/react-query";
import { TRPCClientError } from "@trpc/client";
import { expect, test } from "vitest";
import { apiOf, isAccountChange } from "./api.tsx";
import type { AppBrowser } from "./app.ts";
import { createLanguageStore } from "./language/language.ts";

test.each([
  ["account", "changeEmail"],
  ["twoFactor", "verify"],
  ["oauth", "unlink"],
  ["passkey", "create"],
  ["auth", "verifyEmail"],
])("after %s.%s the profile is fetched again", async (...path) => {
  const { queryClient } = apiOf({
    languages: createLanguageStore("en"),
    browser: null,
  });
  let loads = 0;
  const unsubscribe = new QueryObserver(queryClient, {
    queryKey: [["auth", "profile"], { input: {}, type: "query" }],
    queryFn: async () => ++loads,
  }).subscribe(() => {});
  const call = (mutationKey: unknown[]) =>
    queryClient.getMutationCache().build(queryClient, { mutationKey, mutationFn: async () => null });
  await expect.poll(() => loads).toBe(1);
  await call([["note", "create"]]).execute(undefined);
  await call([path]).execute(undefined);
  await expect.poll(() => loads).toBe(2);
  unsubscribe();
});

test("a habit's change or a call without a name is not an account change", () => {
  for (const key of [[["habit", "create"]], [["auth", "login"]], [["account", "delete"]], [], undefined]) {
    expect(isAccountChange(key)).toBe(false);
  }
});

test.each([
  ["too_many_requests", 429, 1],
  ["bot_detected", 403, 1],
  ["vpn_or_proxy_detected", 403, 1],
  ["habit_not_found", 404, 0],
  ["unavailable", 503, 0],
])(
  "a query refused with %s is also shown as a message, unless it concerns only the query",
  async (code, status, times) => {
    const told: unknown[] = [];
    const browser = {
      session: { subscribe: () => () => {}, status: "user", access: () => null },
      report: { failure: async (error: unknown) => told.push(error) },
    } as unknown as AppBrowser;
    const { queryClient } = apiOf({
      languages: createLanguageStore("en"),
      browser,
    });
    const error = new TRPCClientError(code, { result: { error: { data: { code, status } } } } as never);
    const failed = queryClient.fetchQuery({ queryKey: [code], queryFn: () => Promise.reject(error), retry: false });
    await expect(failed).rejects.toBe(error);
    expect(told).toHaveLength(times);
  },
);
