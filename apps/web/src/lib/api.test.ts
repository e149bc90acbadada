import { QueryObserver } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { apiOf, isAccountChange } from "./api.tsx";
import { createLanguageStore } from "./language.ts";

test.each([
  ["account", "changeEmail"],
  ["twoFactor", "verify"],
  ["oauth", "unlink"],
  ["passkey", "create"],
  ["auth", "verifyEmail"],
])("after %s.%s the profile is loaded again", async (...path) => {
  const { queryClient } = apiOf({
    languages: createLanguageStore("en"),
    site: {
      publicUrl: "",
      contactEmail: "",
      socialLinks: [],
      providers: [],
      passkeys: false,
      captcha: { provider: "off" },
    },
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

test("a habit's change, or a call without a name, is none of the account's", () => {
  for (const key of [[["habit", "create"]], [["auth", "login"]], [["account", "delete"]], [], undefined]) {
    expect(isAccountChange(key)).toBe(false);
  }
});
