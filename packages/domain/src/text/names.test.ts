import { expect, test } from "vitest";
import type * as z from "zod/mini";
import { apiKeyCreateInput } from "../account/api-key.ts";
import { passkeyCreateInput } from "../account/passkey.ts";
import { blogCreateInput } from "../community/blog.ts";
import { requestCreateInput } from "../community/request-input.ts";
import { notificationTargetCreateInput } from "../connection/notification-input.ts";
import { newInvitationInput } from "../operator/invitation.ts";
import { habitCreateInput, habitGroupRenameInput } from "../tracking/habit.ts";

test.each<[string, z.ZodMiniType]>([
  ["a habit", habitCreateInput.shape.title],
  ["a group", habitCreateInput.shape.group_name],
  ["a renamed group", habitGroupRenameInput.shape.to],
  ["an API key", apiKeyCreateInput.shape.name],
  ["a passkey", passkeyCreateInput.shape.name],
  ["a notification target", notificationTargetCreateInput.shape.name],
  ["a feature request", requestCreateInput.shape.title],
  ["a post", blogCreateInput.shape.title],
  ["an invitation", newInvitationInput.shape.note],
])("the name of %s has one line", (_, name) => {
  expect(name.parse("Phone\r\n\r\nRevoke:\tx;,\\")).toBe("Phone Revoke: x;,\\");
});

test("a group that was named before names had one line can be renamed", () => {
  const given = { from: "Morning\r\nrun", to: "Morning run" };
  expect(habitGroupRenameInput.parse(given)).toEqual(given);
});
