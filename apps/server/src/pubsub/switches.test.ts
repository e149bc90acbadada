import { afterAll, expect, test } from "vitest";
import { createTestHost } from "../testing.ts";

const host = await createTestHost();
const other = await createTestHost({ beside: host });
afterAll(async () => {
  await other.drop();
  await host.drop();
});

test("a feature disabled on one instance is soon disabled on the others, and clients get an error message", async () => {
  const { token } = await host.createUser({ is_staff: true });
  const set = await host.send("PUT", "/api/admin/switches/sign_up/", { token, body: { is_on: false } });
  expect(set.json).toMatchObject({ name: "sign_up", is_on: false });
  await expect.poll(async () => (await other.send("GET", "/api/switches/")).json.sign_up).toBe(false);
  const body = { username: "anna", email: "anna@example.org", password: "x", password_confirmation: "x" };
  const refused = await other.send("POST", "/api/auth/register/", { body, headers: { "accept-language": "uk" } });
  expect(refused.status).toBe(403);
  expect(refused.json).toMatchObject({ code: "switched_off", detail: expect.stringContaining("Реєстрацію") });
  await host.send("PUT", "/api/admin/switches/sign_up/", { token, body: { is_on: true } });
  await expect.poll(async () => (await other.send("GET", "/api/switches/")).json.sign_up).toBe(true);
});
