import { expect, test } from "vitest";
import { fieldErrors } from "../base/validation.ts";
import { targetKinds } from "../notification/target.ts";
import { notificationTargetCreateInput, notificationTargetEditForm } from "./notification-input.ts";

const telegramToken = `123456789:${"x".repeat(35)}`;

const complete = {
  ntfy: { url: "https://ntfy.sh", recipient: "my-habits_1" },
  gotify: { url: "https://gotify.example.org/path", secret: "A1b2.C3" },
  telegram: { recipient: "-1001234567890", secret: telegramToken },
  matrix: { url: "https://matrix.example.org", recipient: "!room:example.org", secret: "syt_x" },
  apprise: { secret: "discord://4174216298/JHMHI8qBe7bk2ZwO5U711o3dV_js?footer=yes" },
};

/** The codes for each refused member. */
function refused(input: Record<string, unknown>): Record<string, string[]> {
  const whole = { name: "Phone", ...input };
  const result = notificationTargetCreateInput.safeParse(whole);
  if (result.success) return {};
  const fields = fieldErrors(result.error.issues, whole);
  return Object.fromEntries(Object.entries(fields).map(([name, errors]) => [name, errors.map(({ code }) => code)]));
}

test.each(targetKinds)("a target of the kind %s is accepted with what its service needs", (kind) => {
  expect(refused({ kind, ...complete[kind] })).toEqual({});
});

test.each([
  ["ntfy", { url: ["required"], recipient: ["required"] }],
  ["gotify", { url: ["required"], secret: ["required"] }],
  ["telegram", { recipient: ["required"], secret: ["required"] }],
  ["matrix", { url: ["required"], recipient: ["required"], secret: ["required"] }],
  ["apprise", { secret: ["required"] }],
])("a target of the kind %s without anything names each missing member", (kind, errors) => {
  expect(refused({ kind })).toEqual(errors);
  expect(refused({ kind, url: "", recipient: "", secret: "" })).toEqual(errors);
});

test("a member that the service does not know is refused", () => {
  expect(refused({ kind: "telegram", ...complete.telegram, url: "https://elsewhere.example" })).toEqual({
    url: ["unknown_field"],
  });
  expect(refused({ kind: "gotify", ...complete.gotify, recipient: "room" })).toEqual({ recipient: ["unknown_field"] });
});

test.each([
  ["a topic that leads to another path", { kind: "ntfy", ...complete.ntfy, recipient: "../v1" }, "recipient"],
  ["a token with a line break", { kind: "ntfy", ...complete.ntfy, secret: "tk_x\r\nx-admin: 1" }, "secret"],
  ["a bot's token that leads to another path", { kind: "telegram", recipient: "1", secret: "1:x/../../y" }, "secret"],
  ["an alias of a room", { kind: "matrix", ...complete.matrix, recipient: "#room:example.org" }, "recipient"],
  [
    "a room with half a character",
    { kind: "matrix", ...complete.matrix, recipient: "!\ud800:example.org" },
    "recipient",
  ],
  ["two Apprise URLs", { kind: "apprise", secret: "json://a.example,json://b.example" }, "secret"],
  ["two Apprise URLs on two lines", { kind: "apprise", secret: "json://a.example\njson://b.example" }, "secret"],
  ["an Apprise URL without a scheme", { kind: "apprise", secret: "example.org/in" }, "secret"],
])("%s is refused", (_, input, member) => {
  expect(refused(input)).toEqual({ [member]: ["invalid"] });
});

test.each([
  "gotify.example.org",
  "ftp://gotify.example.org",
  "https://user:pass@gotify.example.org",
  "https://g.org/?x=1",
])("an address that is none to append a path to is refused: %s", (url) => {
  expect(refused({ kind: "gotify", ...complete.gotify, url })).toEqual({ url: ["url_invalid"] });
});

test.each(targetKinds)("the form that changes a target of the kind %s lets secrets stay empty", (kind) => {
  const stored = { kind, name: "Phone", url: "", recipient: "", secret: "" };
  expect(notificationTargetEditForm.safeParse(stored).success).toBe(true);
  const wrong = notificationTargetEditForm.safeParse({ ...stored, secret: "a b" });
  expect(fieldErrors(wrong.error?.issues ?? [], stored)).toEqual({ secret: [{ code: "invalid" }] });
});
