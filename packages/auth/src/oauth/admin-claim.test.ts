import { expect, test } from "vitest";
import { isAdmin } from "./admin-claim.ts";

test.each([
  [{ groups: ["users", "admins"] }, "groups", true],
  [{ groups: ["users", "not-admins", "Admins"] }, "groups", false],
  [{ groups: "admins" }, "groups", true],
  [{ groups: "admins users" }, "groups", false],
  [{ groups: { admins: { "1": "example.org" } } }, "groups", true],
  [{ groups: { toString: 1 } }, "groups", false],
  [{ groups: [["admins"]] }, "groups", false],
  [{ groups: null }, "groups", false],
  [{}, "groups", false],
  [{ realm_access: { roles: ["admins"] } }, "realm_access.roles", true],
  [{ "https://example.org/roles": ["admins"] }, "https://example.org/roles", true],
  [{ realm_access: ["roles"] }, "realm_access.roles", false],
])("the claims %j make an admin by %s: %s", (claims, claim, is) => {
  expect(isAdmin(claims, { claim, value: "admins" })).toBe(is);
});

test("a boolean and a number are compared as texts, and inherited members do not count", () => {
  expect(isAdmin({ admin: true }, { claim: "admin", value: "true" })).toBe(true);
  expect(isAdmin({ level: 9 }, { claim: "level", value: "9" })).toBe(true);
  expect(isAdmin({ roles: {} }, { claim: "roles", value: "constructor" })).toBe(false);
  expect(isAdmin({}, { claim: "constructor.name", value: "Object" })).toBe(false);
});
