import { PasskeyRefused } from "@daymark/auth/passkey/passkey";
import { expect, test } from "vitest";
import { refusePasskey } from "./relying-party.ts";

test("the log contains only the start of a refusal's reason, because it may quote long input", () => {
  const logged: unknown[] = [];
  const log = { warn: (...entry: unknown[]) => logged.push(entry), error: () => {}, info: () => {} };
  const cause = new Error(`Unexpected authentication response type: ${"eyJ-".repeat(11_500)}`);
  const refusal = new PasskeyRefused("the passkey's answer is not to be believed", 7, cause);
  expect(() => refusePasskey({ log }, refusal, "login_passkey_invalid")).toThrow();
  expect(logged).toEqual([[{ user_id: 7, reason: cause.message.slice(0, 200) }, refusal.message]]);
});
